import { mailTransport } from "@/lib/mail/mail-transport";
import { topicsOf } from "@/lib/mail/topics";

/** The topics of a role, with those that a person has switched off. */
export function presentNotifications(role: string, muted: readonly string[]) {
  return {
    isMailOn: mailTransport() !== undefined,
    topics: topicsOf(role).map((topic) => ({ topic, isOn: !muted.includes(topic) })),
  };
}
