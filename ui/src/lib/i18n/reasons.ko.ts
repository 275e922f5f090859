// 한국어: what went wrong, by the program's reasons. Its English message stays in the details.
import { FORMATS, type Reason } from "$lib/backend/bindings";
import { terms } from "$lib/i18n/terms.ko";

export interface Said {
  message: string;
  hint?: string;
}

type Values = Record<string, string | undefined>;

const quoted = (text: string | undefined) => (text ? `‘${text}’` : "");
const file = (it: Values) => quoted(it.name) || "파일";

export const reasons: Record<Reason, (it: Values) => Said> = {
  read_open: (it) => ({
    message: `${file(it)}: 열 수 없습니다.`,
    hint: "경로와 읽기 권한을 확인하세요.",
  }),
  read_empty: (it) => ({
    message: `${file(it)}: 내용이 없습니다.`,
    hint: "끝까지 복사된 파일인지 확인하세요.",
  }),
  read_unsupported: (it) => ({
    message: `${file(it)}: 읽을 수 없는 형식입니다.`,
    hint: `읽는 형식은 ${FORMATS.ko}입니다. 문서를 PDF로 내보내 보세요.`,
  }),
  read_encrypted: (it) => ({
    message: `${file(it)}: 암호로 보호되어 있습니다.`,
    hint: "암호를 풀어 다시 저장한 뒤 추가하세요.",
  }),
  read_locked: (it) => ({
    message: `${file(it)}: 암호로 잠겨 있습니다.`,
    hint: "암호를 입력하세요.",
  }),
  password_wrong: (it) => ({
    message: `${file(it)}: 암호가 맞지 않습니다.`,
    hint: "대소문자와 한/영 상태를 확인하고 다시 입력하세요.",
  }),
  read_damaged: (it) => ({
    message: `${file(it)}: 파일이 손상되었습니다.`,
    hint: "뷰어에서 열린다면 새 PDF로 인쇄해 보세요.",
  }),
  read_too_large: (it) => ({
    message: `${file(it)}: 너무 큽니다.`,
    hint: "문서를 나누어 추가하세요.",
  }),
  read_worker: () => ({ message: "문서를 읽는 프로세스가 멈췄습니다.", hint: "다시 시도하세요." }),
  check_timed_out: (it) => ({
    message: `컴파일러가 ${it.seconds}초 안에 답하지 않았습니다.`,
    hint: "설정에서 검사 시간을 늘릴 수 있습니다.",
  }),
  check_failed: () => ({ message: "컴파일러를 실행하지 못했습니다." }),
  database_newer: () => ({
    message: "더 새로운 Proviso가 쓰던 작업 폴더입니다.",
    hint: "그 버전으로 여세요.",
  }),
  database_damaged: () => ({
    message: "작업 폴더의 데이터베이스가 손상되었습니다.",
    hint: "명령줄에서 `proviso doctor --repair`로 읽을 수 있는 것을 살리세요. 모델은 그대로 있습니다.",
  }),
  disk: () => ({
    message: "파일을 읽거나 쓰지 못했습니다.",
    hint: "남은 공간과 권한을 확인하세요.",
  }),
  settings_broken: () => ({
    message: "설정 파일을 이해할 수 없습니다.",
    hint: "파일을 고치거나, 지우면 기본값으로 돌아갑니다.",
  }),
  upload_too_large: (it) => ({
    message: `파일은 ${it.mib} MiB까지 받습니다.`,
    hint: "문서를 나누어 추가하세요.",
  }),
  upload_gone: () => ({
    message: "보낸 파일이 더 이상 없습니다.",
    hint: "파일을 다시 추가하세요.",
  }),
  project_name: () => ({
    message: "프로젝트 이름으로 쓸 수 없습니다.",
    hint: "대문자로 시작하는 영문자와 숫자로 지으세요. 예: LeaseSeoul2025",
  }),
  project_case: (it) => ({
    message: `${quoted(it.other)} 프로젝트와 대소문자만 다릅니다.`,
    hint: "다른 이름을 쓰세요.",
  }),
  field_same: (it) => ({ message: `값이 이미 ${it.value}입니다.` }),
  field_value: (it) => ({
    message: `${quoted(it.text)}: ${terms.kind[it.kind as keyof typeof terms.kind] ?? it.kind} 값으로 읽을 수 없습니다.`,
  }),
  field_missing: () => ({ message: "그런 값이 없습니다." }),
  field_label: () => ({ message: "항목명은 한 줄, 200자까지입니다." }),
  field_there: () => ({ message: "그 자리에 이미 있는 값입니다." }),
  rule_there: () => ({ message: "이미 있는 규칙입니다." }),
  rule_open: () => ({
    message: "이 값들로는 계산할 수 없습니다.",
    hint: "종류에 맞는 값을 차례대로 짚으세요.",
  }),
  rule_other: () => ({ message: "그 사이에 규칙이 바뀌었습니다.", hint: "화면을 새로 고치세요." }),
  nothing_to_undo: () => ({ message: "되돌릴 것이 없습니다." }),
  why_missing: () => ({ message: "사유를 적어 주세요." }),
  who_missing: () => ({ message: "이름을 적어 주세요." }),
  not_analysed: (it) => ({ message: `${it.run}번 실행은 분석하기 전에 끝났습니다.` }),
  run_missing: (it) => ({ message: `${it.run}번 실행이 없습니다.` }),
  attempt_missing: (it) => ({ message: `시도 ${it.attempt}이(가) 없습니다.` }),
  run_ended: () => ({ message: "이미 끝난 실행입니다.", hint: "다시 시작할 단계를 고르세요." }),
  engine_missing: (it) => ({ message: `${quoted(it.engine)} 엔진에는 지금 물어볼 수 없습니다.` }),
  hint_needs_model: () => ({
    message: "내장 엔진은 힌트를 읽지 않습니다.",
    hint: "설정에서 언어 모델을 고르세요.",
  }),
  hint_length: () => ({ message: "힌트는 2,000자까지 적을 수 있습니다." }),
  nothing_to_convert: () => ({ message: "변환할 문서가 없습니다." }),
  bounds: (it) => ({ message: `${it.least}부터 ${it.most}까지의 수여야 합니다.` }),
  folder_missing: (it) => ({ message: `${quoted(it.path)} 폴더가 없습니다.` }),
  prompt_empty: () => ({
    message: "빈 지시문으로는 아무것도 시킬 수 없습니다.",
    hint: "기본 지시문으로 돌아갈 수 있습니다.",
  }),
  prompt_broken: () => ({
    message: "지시문의 {% … %} 또는 {{ … }} 표시가 맞지 않습니다.",
    hint: "몇 번째 줄인지는 자세히에 있습니다.",
  }),
  prompt_name: (it) => ({
    message: `{{ ${it.name} }}: 이 지시문에 주어지지 않는 이름입니다.`,
    hint: "쓸 수 있는 이름은 기본 지시문에서 볼 수 있습니다.",
  }),
  key_malformed: () => ({
    message: "키에 쓰이지 않는 글자나 빈칸이 있습니다.",
    hint: "다시 복사해 붙여 넣으세요.",
  }),
  no_keyring: (it) => ({
    message: "시스템 키링에 넣지 못했습니다.",
    hint: `환경 변수 ${it.variable}에 넣고 Proviso를 다시 시작하세요.`,
  }),
  address: () => ({ message: "http:// 또는 https://로 시작하는 주소여야 합니다." }),
  workspace_busy: () => ({
    message: "이 작업 폴더에서 실행이 진행 중입니다.",
    hint: "끝날 때까지 기다리거나 중지하세요.",
  }),
  workspace_missing: () => ({ message: "작업할 폴더를 먼저 고르세요." }),
  not_proposed: (it) => ({
    message: `작업 폴더의 설정에 ${quoted(it.value)} 요청이 없습니다.`,
    hint: "요청을 다시 확인하세요.",
  }),
  not_from_here: () => ({
    message: "브라우저에서는 이 컴퓨터의 파일이나 프로그램을 지정할 수 없습니다.",
    hint: "데스크톱 앱이나 명령줄을 쓰세요.",
  }),
  model_missing: (it) => ({ message: `${quoted(it.name)} 모델이 작업 폴더에 없습니다.` }),
  text_too_large: () => ({ message: "글이 너무 깁니다." }),
  queue_unset: () => ({
    message: "대기열이 설정되지 않았습니다.",
    hint: "설정에서 대기열 주소를 넣으세요.",
  }),
  queue_address_secret: () => ({
    message: "저장하는 주소에는 이름과 암호를 넣을 수 없습니다.",
    hint: "인증 파일을 지정하거나 `proviso key set queue`로 키링에 넣으세요.",
  }),
  queue_unreachable: (it) => ({
    message: `${it.address} 대기열이 응답하지 않습니다.`,
    hint: "서버(`nats-server -js`)가 켜져 있는지, 주소가 맞는지 확인하세요.",
  }),
  queue_refused: (it) => ({
    message: `${it.address} 대기열이 이 인증을 받아들이지 않습니다.`,
    hint: "서버 관리자에게 인증을 받으세요. 기한이 지났을 수도 있습니다.",
  }),
  queue_closed: (it) => ({
    message: `${it.address} 대기열은 인증 없이 들어갈 수 없습니다.`,
    hint: "인증 파일을 지정하거나 `PROVISO_QUEUE_KEY`, `proviso key set queue`로 넣으세요.",
  }),
  queue_denied: (it) => ({
    message: `이 인증으로는 ${it.address} 대기열의 ${quoted(it.space)} 구역을 쓸 수 없습니다.`,
    hint: "이 인증에 맞는 구역 이름을 넣으세요.",
  }),
  queue_untrusted: (it) => ({
    message: `${it.address} 대기열의 인증서를 신뢰할 수 없습니다.`,
    hint: "서버 인증서에 서명한 기관의 인증서를 지정하세요. 주소의 서버 이름과 같고 기한이 남아 있어야 합니다.",
  }),
  queue_uncertified: (it) => ({
    message: `${it.address} 대기열이 신뢰하는 인증서를 요구합니다.`,
    hint: "명령줄에서 `--certificate`와 `--certificate-key`로 지정하세요.",
  }),
  queue_address: (it) => ({
    message: `${quoted(it.address)}: 대기열 주소가 아닙니다.`,
    hint: "`nats://HOST:4222` 또는 `tls://HOST:4222`처럼 쓰고, 여럿이면 쉼표로 나눕니다.",
  }),
  queue_secret: (it) => ({
    message: `${quoted(it.from)}에 있는 것은 인증 정보도 비밀 키도 아닙니다.`,
    hint: "서버 관리자에게 받은 인증 파일을 그대로 쓰세요.",
  }),
  queue_file: (it) => ({
    message: `${quoted(it.path)}: 쓸 수 없는 파일입니다.`,
    hint: "경로와 권한을 확인하세요.",
  }),
  queue_full: (it) => ({
    message: `${it.address} 대기열에 자리가 없습니다.`,
    hint: "서버에 자리를 더 주세요. 서버가 가진 것은 며칠이 지나면 지워집니다.",
  }),
  queue_failed: (it) => ({
    message: `${it.address} 대기열이 제대로 답하지 않습니다.`,
    hint: "서버가 `JetStream`과 함께(`nats-server -js`) 실행 중인지 확인하세요.",
  }),
  queue_space: (it) => ({
    message: `${quoted(it.space)}: 구역 이름으로 쓸 수 없습니다.`,
    hint: "영문자, 숫자, `-`, `_`만 쓸 수 있습니다.",
  }),
  batch_missing: () => ({ message: "이 작업 폴더에 그런 묶음이 없습니다." }),
  workers_lost: (it) => ({
    message: `이 문서를 맡은 작업기가 모두 돌아오지 않았습니다: ${it.workers}`,
    hint: "문서를 이 컴퓨터에서 변환해 보세요.",
  }),
  document_expired: (it) => ({
    message: `${file(it)}: 대기열에 더는 없습니다.`,
    hint: "문서는 정한 기간만 보관됩니다. 다시 보내세요.",
  }),
  worker_silent: (it) => ({
    message: `작업기 ${quoted(it.worker)}에서 이 문서의 결과가 오지 않았습니다.`,
    hint: "다시 보내세요.",
  }),
  document_changed: (it) => ({
    message: `${file(it)}: 보낸 뒤에 내용이 바뀌었습니다.`,
    hint: "다시 보내세요.",
  }),
  project_taken: (it) => ({
    message: `${quoted(it.project)} 프로젝트는 그 사이 다른 문서의 것이 되었습니다.`,
    hint: "이 컴퓨터에서 변환하면 다른 이름을 찾습니다.",
  }),
};
