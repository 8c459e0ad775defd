import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import type { revealCardContract } from "./contract";
import { findCardSecrets } from "./find-card-secrets";
import { findCardWithSecrets } from "./find-card-with-secrets";

/** Returns a card's number and CVV after step-up authentication by password; audited. Source: threat 22. */
export const revealCard: PersonUseCase<typeof revealCardContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const card = await findCardWithSecrets(partner.id, input.params.serviceCardId);
  await confirmPassword(person, input.body.password, at);
  return findCardSecrets(card);
};
