// The one error that the UI knows. Whoever catches branches on `code`, never on words.
import type { ApiError, Code, Reason } from "$lib/backend/bindings";

/** Codes of the program, and the one that only a browser can see: nobody answers. */
export type ProblemCode = Code | "offline";

export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly hints: string[];
  readonly detail: string[];
  readonly run: string | null;
  /** What exactly it is, and what that names. */
  readonly reason: Reason | null;
  readonly values: Record<string, string | undefined>;

  constructor(it: Omit<Partial<ApiError>, "code"> & { code: ProblemCode; message: string }) {
    super(it.message);
    this.name = "ApiProblem";
    this.code = it.code;
    this.hints = it.hints ?? [];
    this.detail = it.detail ?? [];
    this.run = it.run ?? null;
    this.reason = it.reason ?? null;
    this.values = it.values ?? {};
  }

  /** Whatever was thrown, as a problem. */
  static from(thrown: unknown): ApiProblem {
    if (thrown instanceof ApiProblem) return thrown;
    if (isApiError(thrown)) return new ApiProblem(thrown);
    if (thrown instanceof Error)
      return new ApiProblem({ code: "unknown", message: thrown.message });
    return new ApiProblem({ code: "unknown", message: String(thrown) });
  }
}

export function isApiError(it: unknown): it is ApiError {
  return (
    typeof it === "object" &&
    it !== null &&
    typeof (it as ApiError).code === "string" &&
    typeof (it as ApiError).message === "string"
  );
}
