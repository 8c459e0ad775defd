import { ServiceError } from "@/lib/kernel/errors";

/**
 * Refuses a simulation on a card of a real issuer, also in staging. The issuer knows nothing of a simulated purchase, so nothing
 * would ever release its hold.
 * @throws ServiceError CARD_NOT_FOUND
 */
export function refuseOutsideCard(issuer: string): void {
  if (issuer === "sandbox") return;
  throw new ServiceError("CARD_NOT_FOUND", {
    text: "The card is not one of the sandbox: its card issuer reports its purchases. Simulate them there, or use a card of the sandbox.",
  });
}
