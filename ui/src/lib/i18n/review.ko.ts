// Korean words of the queue for review.
import type { Messages } from "$lib/i18n/en";

const n = (count: number) => `${count.toLocaleString("ko")}개`;

export const review: Messages["review"] = {
  title: "남은 검토",
  value: "다음 불확실한 값",
  values: (count) => (count === 0 ? "불확실한 값 없음" : `불확실한 값 ${n(count)}`),
  finding: "다음 지적",
  findings: (count) => (count === 0 ? "안 맞는 곳 없음" : `안 맞는 곳 ${n(count)}`),
  document: "다음 문서",
  documentWhy: "아직 검토하지 않은 다음 문서",
  confirm: "맞음",
  confirmWhy: "문서에 이 값이 적혀 있습니다",
  confirmed: (label, value) => `${label} ${value} 확인함`.trim(),
  confirmedBy: (by, when) => `${by} 확인, ${when}`,
  unconfirm: "확인 취소",
  seen: "확인함",
  reviewed: (name) => `${name} 검토 완료`,
  unreviewed: (name) => `${name} 검토 완료 취소`,
  asked: "발행처에 요청할 값에 넣음",
  withdrawn: "발행처에 요청할 값에서 뺌",
  undo: "되돌리기",
  nothing: "되돌릴 것이 없습니다",
  undone: (run) => `되돌림: ${run}번 실행에서 다시 계산합니다`,
  none: "검토를 기다리는 다른 문서가 없습니다",
};
