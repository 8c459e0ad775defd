import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { MAIL_TOPICS } from "@/lib/mail/topics";

const PATH = "/api/account/notifications";
const shared = { tag: "Account", audience: "account", path: PATH } as const;
const topic = z.enum(MAIL_TOPICS);
const notifications = z.object({
  isMailOn: z.boolean().meta({ description: "Whether the service sends e-mails" }),
  topics: z.array(z.object({ topic, isOn: z.boolean() })).meta({
    description: "The topics about which people of this role get e-mails",
  }),
});
const example = { isMailOn: true, topics: [{ topic: "withdrawals" as const, isOn: false }] };

export const getNotificationsContract = contract({
  ...shared,
  id: "getNotifications",
  method: "GET",
  summary: "Get Notifications",
  description:
    "The topics of e-mail of the signed-in account. E-mails about its security have no topic.",
  data: notifications,
  message: "Notifications",
  errors: [],
  examples: { data: example },
});

export const setNotificationsContract = contract({
  ...shared,
  id: "setNotifications",
  method: "PATCH",
  summary: "Set Notifications",
  description: "Switches the e-mails about one topic on or off.",
  body: z.object({ topic, isOn: z.boolean() }),
  data: notifications,
  audited: ["topic", "isOn"],
  message: "Notifications changed",
  errors: [],
  examples: { body: { topic: "withdrawals", isOn: false }, data: example },
});
