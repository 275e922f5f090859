// English: the words of batches that other machines work on.
export const batches = {
  staysUnless: "nothing leaves this machine unless you hand it over",
  title: "On other machines",
  send: (count: number) =>
    count === 1 ? "Hand to other machines" : `Hand ${count.toLocaleString("en")} to other machines`,
  sendWhy: (address: string) =>
    `The documents go to the queue at ${address}; workers there convert them, and the results come back as runs of this workspace. Names, engine and one model over all are not carried along.`,
  count: (done: number, all: number) =>
    `${done.toLocaleString("en")} of ${all.toLocaleString("en")} documents`,
  discrepant: (count: number) => `${count.toLocaleString("en")} with findings`,
  failed: (count: number) => `${count.toLocaleString("en")} failed`,
  cancelled: (count: number) => `${count.toLocaleString("en")} cancelled`,
  perMinute: (rate: number) => `${rate.toLocaleString("en")} a minute`,
  left: (count: number) => `${count.toLocaleString("en")} left`,
  leftTime: (time: string) => `about ${time}`,
  state: {
    sending: "being sent",
    under_way: "under way",
    cancelling: "being cancelled",
    paused: "not followed at the moment",
    ended: "done",
  },
  cancel: "Cancel the batch",
  goOn: "Go on",
  putAway: "Put away",
  results: "Results are in Documents.",
  settings: {
    title: "Other machines",
    why: "A queue (NATS with JetStream, or a folder of this machine) spreads documents over workers.",
    address: "Queue",
    addressWhy: "Several servers with commas between; or a folder. Empty: only this machine works.",
    space: "Space",
    spaceWhy: "Whose jobs: workers of another space see nothing of these.",
    credentials: "File of credentials",
    credentialsWhy: "Empty: `PROVISO_QUEUE_KEY`, then the keyring (`proviso key set queue`).",
    authority: "Certificate to trust",
    authorityWhy: "For `tls://`; empty trusts what the system trusts.",
    fixed: "The desktop application or the settings file changes it: documents go there.",
    connection: "Connection",
    connectionWhy: "Nothing of a document is sent.",
    answered: (address: string, space: string) => `${address} answers; space ${space}.`,
  },
};
