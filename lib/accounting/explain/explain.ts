import type { PersonUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import type { explainContract } from "./contract";
import { findSubject } from "./find-subject";
import { presentExplanation } from "./present";
import { findEventsAbout, findJournals } from "./store";

/**
 * Explains an amount: its journals, their causes, the events about it and its transaction on the chain.
 * @throws ServiceError NOTHING_TO_EXPLAIN when the partner has nothing with this id
 */
export const explain: PersonUseCase<typeof explainContract> = async ({ partner, input }) => {
  const subject = await findSubject(partner.id, input.params.id);
  if (!subject) throw new ServiceError("NOTHING_TO_EXPLAIN");
  const { journalIds, resourceId, account } = subject;
  const [journals, events] = await Promise.all([
    findJournals(partner.id, journalIds, account),
    resourceId === undefined ? [] : findEventsAbout(partner.id, resourceId),
  ]);
  return presentExplanation(partner.id, subject, journals, events);
};
