import type { AccountUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { setNotificationsContract } from "./contract";
import { presentNotifications } from "./present";
import { setTopic } from "./sql-store";

/** Switches the e-mails of the person about one topic on or off. Messages that wait to be sent stay. */
export const setNotifications: AccountUseCase<typeof setNotificationsContract> = async ({
  person,
  input,
}) => {
  describeAudit({ targetId: person.id });
  return presentNotifications(person.role, await setTopic(person.id, input.body));
};
