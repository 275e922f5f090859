// 한국어: the words of batches that other machines work on.
import type { batches as shape } from "$lib/i18n/batches.en";

export const batches: typeof shape = {
  staysUnless: "맡기지 않는 한 이 컴퓨터 밖으로 나가지 않습니다",
  title: "다른 컴퓨터에서 처리",
  send: (count) =>
    count === 1 ? "다른 컴퓨터에 맡기기" : `${count.toLocaleString("ko")}건 다른 컴퓨터에 맡기기`,
  sendWhy: (address) =>
    `문서를 ${address} 대기열로 보냅니다. 그곳의 작업기가 변환하고, 결과는 이 작업 폴더의 실행으로 돌아옵니다. 프로젝트 이름, 엔진, 한 모델로 묶기는 함께 가지 않습니다.`,
  count: (done, all) => `문서 ${all.toLocaleString("ko")}건 중 ${done.toLocaleString("ko")}건`,
  discrepant: (count) => `확인 필요 ${count.toLocaleString("ko")}건`,
  failed: (count) => `실패 ${count.toLocaleString("ko")}건`,
  cancelled: (count) => `취소 ${count.toLocaleString("ko")}건`,
  perMinute: (rate) => `분당 ${rate.toLocaleString("ko")}건`,
  left: (count) => `남음 ${count.toLocaleString("ko")}건`,
  leftTime: (time) => `약 ${time}`,
  state: {
    sending: "보내는 중",
    under_way: "진행 중",
    cancelling: "취소하는 중",
    paused: "지금은 따라가지 않음",
    ended: "끝남",
  },
  cancel: "묶음 취소",
  goOn: "이어서 하기",
  putAway: "치우기",
  results: "결과는 문서 목록에 있습니다.",
  settings: {
    title: "다른 컴퓨터",
    why: "대기열(`NATS` 서버의 `JetStream` 또는 이 컴퓨터의 폴더)이 문서를 여러 작업기에 나누어 줍니다.",
    address: "대기열",
    addressWhy: "서버가 여럿이면 쉼표로 나눕니다. 폴더도 됩니다. 비워 두면 이 컴퓨터만 일합니다.",
    space: "구역",
    spaceWhy: "누구의 일감인지 나타냅니다. 다른 구역의 작업기는 이 일감을 보지 못합니다.",
    credentials: "인증 파일",
    credentialsWhy:
      "비워 두면 `PROVISO_QUEUE_KEY`, 그다음 키링(`proviso key set queue`)에서 찾습니다.",
    authority: "신뢰할 인증서",
    authorityWhy: "`tls://` 주소에 씁니다. 비워 두면 시스템이 신뢰하는 것을 따릅니다.",
    fixed: "문서가 그리로 가므로 데스크톱 앱이나 설정 파일에서만 바꿀 수 있습니다.",
    connection: "연결",
    connectionWhy: "문서 내용은 보내지 않습니다.",
    answered: (address, space) => `${address}: 응답함, 구역 ${space}`,
  },
};
