// SQL: one statement changes the list of topics, so that concurrent changes of two topics both apply.

import { change, query } from "@/lib/db";
import type { MailTopic } from "@/lib/mail/topics";

interface MutedRow extends Record<string, unknown> {
  muted: string[];
}

/** The topics that a person has switched off. */
export async function findMutedTopics(personId: string): Promise<readonly string[]> {
  const [row] = await query<MutedRow>(
    "find_muted_topics",
    "SELECT muted_topics AS muted FROM people WHERE id = $1",
    [personId],
  );
  return row?.muted ?? [];
}

interface TopicSetting {
  topic: MailTopic;
  isOn: boolean;
}

/** Switches a topic on or off; returns the topics that are off now. */
export async function setTopic(
  personId: string,
  { topic, isOn }: TopicSetting,
): Promise<readonly string[]> {
  const [row] = await change<MutedRow>(
    "set_mail_topic",
    `UPDATE people SET muted_topics = array_remove(muted_topics, $2::text) || CASE WHEN $3 THEN '{}'::text[] ELSE ARRAY[$2::text] END
     WHERE id = $1 RETURNING muted_topics AS muted`,
    [personId, topic, isOn],
    (rows) => rows.length > 0,
  );
  return row?.muted ?? [];
}
