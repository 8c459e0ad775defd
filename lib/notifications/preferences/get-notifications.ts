import type { AccountUseCase } from "@/lib/contract/use-cases";
import type { getNotificationsContract } from "./contract";
import { presentNotifications } from "./present";
import { findMutedTopics } from "./sql-store";

/** Returns the topics about which the person can get e-mails, and those that are switched off. */
export const getNotifications: AccountUseCase<typeof getNotificationsContract> = async ({
  person,
}) => presentNotifications(person.role, await findMutedTopics(person.id));
