// A language model of a test's own, behind chat completions on this machine: it answers what a
// person could answer by hand, and keeps what it was asked.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What an analyst answers, as the prompt's schema wants it. */
export interface Reading {
  fields: unknown[];
  rules: unknown[];
  clauses: {
    kind: string;
    party: string;
    says: string;
    quote: string;
    page: number;
    document: number;
  }[];
}

/** What it reads in the sample contract; the last one does not stand there. */
export const CONTRACT_READING: Reading = {
  fields: [],
  rules: [],
  clauses: [
    {
      kind: "obligation",
      party: "을",
      says: "을은 용역에 등급별 인력 7.5 M/M을 투입한다.",
      quote: "이 용역에 다음의 인력을 투입한다",
    },
    {
      kind: "deadline",
      party: "갑",
      says: "갑은 계약을 체결한 뒤 10일 안에 선금을 지급한다.",
      quote: "계약 체결 후 10일 이내",
    },
    {
      kind: "penalty",
      party: "갑",
      says: "갑이 지급을 미루면 미지급액에 연 5%의 이자를 더한다.",
      quote: "지급을 지체한 때에는 미지급액에 대하여 연 5%의 지연이자를 지급한다",
    },
    {
      kind: "condition",
      party: "",
      says: "지체상금은 모두 합해 계약금액의 10%를 넘지 않는다.",
      quote: "그 총액은 계약금액의 10%를 넘지 못한다",
    },
    {
      kind: "obligation",
      party: "양 당사자",
      says: "서로의 비밀을 계약이 끝난 뒤에도 3년 동안 지킨다.",
      quote: "이 용역에서 알게 된 상대방의 비밀을 누설하지 아니하며",
    },
    {
      kind: "termination",
      party: "갑",
      says: "갑은 언제든지 해지할 수 있다.",
      quote: "갑은 언제든지 이 계약을 해지할 수 있다",
    },
  ].map((it) => ({ ...it, page: 1, document: 0 })),
};

export class PlayedModel {
  readonly asked: string[] = [];
  #server: Server | null = null;

  constructor(private readonly reading: Reading = { fields: [], rules: [], clauses: [] }) {}

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      if (request.method === "GET") {
        // What it offers: only the list is asked for, and nothing of a document.
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ data: [{ id: "by-hand" }, { id: "other" }] }));
        return;
      }
      let body = "";
      request.on("data", (bytes: Buffer) => (body += bytes.toString()));
      request.on("end", () => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(this.#stream(body));
      });
    });
    this.#server = server;
    await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  }

  /** What makes a program ask it. */
  get variables(): Record<string, string> {
    const { port } = this.#server?.address() as AddressInfo;
    return {
      PROVISO_ENGINE: "openai",
      PROVISO_MODEL: "by-hand",
      PROVISO_BASE_URL: `http://127.0.0.1:${port}/v1`,
    };
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #stream(body: string): string {
    const { messages } = JSON.parse(body) as {
      messages: { role: string; content: string | { text?: string }[] }[];
    };
    const said = (content: string | { text?: string }[]) =>
      typeof content === "string" ? content : content.map((it) => it.text ?? "").join("\n");
    const of = (role: string) =>
      messages
        .filter((it) => it.role === role)
        .map((it) => said(it.content))
        .join("\n");
    const [system, user] = [of("system"), of("user")];
    this.asked.push(`${system}\n${user}`);
    const chunk = {
      model: "by-hand",
      choices: [{ delta: { content: this.#answer(system, user) } }],
    };
    const last = {
      choices: [{ delta: {}, finish_reason: "stop" }],
      usage: { prompt_tokens: 4000, completion_tokens: 900 },
    };
    return `data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`;
  }

  #answer(system: string, user: string): string {
    if (system.includes('"approved"'))
      return JSON.stringify({ approved: true, reason: "all of it is there", changes: [] });
    if (system.includes('"$schema"')) return JSON.stringify(this.reading);
    // The author is given a model that passes, and gives it back.
    const fences = user.split("```").filter((it) => it.startsWith("idris\n"));
    const model = fences.findLast((it) => it.includes("module Domains."));
    return model
      ? `Here you are.\n\`\`\`${model.trimEnd()}\n\`\`\`\n`
      : "There is nothing to write.";
  }
}
