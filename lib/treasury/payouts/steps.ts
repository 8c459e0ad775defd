/** The steps of a payout, in their order. Each one's result is stored before the next begins. */
export type SendStep =
  | "authorization-signed"
  | "authorization-stored"
  | "transaction-signed"
  | "transaction-stored"
  | "transaction-sent"
  | "sending-stored"
  | "payment-confirmed"
  | "payment-stored"
  | "transaction-settled";

/** Told of each step once it is done, with the ids that it was done for. One that throws stops the sender there. */
export type OnStep = (step: SendStep, ids: readonly string[]) => void | Promise<void>;
