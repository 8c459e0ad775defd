/**
 * The topics of e-mail that a person can switch off. Messages about the security of an account have no topic. The database
 * stores these names (`people.muted_topics`), and the SQL functions that queue messages name them.
 */
export const MAIL_TOPICS = ["withdrawals", "webhooks", "alerts"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

const OF_OPERATORS: Readonly<Record<string, readonly MailTopic[]>> = {
  admin: ["withdrawals", "alerts"],
  approver: ["withdrawals", "alerts"],
};
const OF_PARTNERS: Readonly<Record<string, readonly MailTopic[]>> = {
  owner: ["withdrawals", "webhooks"],
  developer: ["webhooks"],
};

/** The topics about which people of a role get e-mails. */
export function topicsOf(role: string): readonly MailTopic[] {
  return OF_OPERATORS[role] ?? OF_PARTNERS[role] ?? [];
}
