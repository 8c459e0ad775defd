import { z } from "zod";
import { NETWORKS, presentNetwork, supportedNetworkSchema } from "@/lib/chain/networks";
import { contract } from "@/lib/contract/contract";
import { httpsUrl, receiverUrl } from "@/lib/contract/fields";
import { secret } from "@/lib/contract/sensitive";
import { EVENT_TYPES } from "@/lib/webhooks/events";

const subscription = z
  .array(z.enum(["*", ...EVENT_TYPES]))
  .min(1)
  .max(EVENT_TYPES.length + 1)
  .meta({ description: "Event names. `*` means all events" });

export const getProfileContract = contract({
  id: "getProfile",
  method: "GET",
  path: "/api/v1/partner/profile",
  tag: "Profile",
  summary: "Get Profile",
  scope: "read",
  description: "Does not include the webhook secret.",
  data: z.object({
    partnerId: z.string(),
    name: z.string(),
    webhookUrl: z.string().nullable(),
    redirectUrl: z.string().nullable(),
    wallet: z.object({
      walletAddress: z.string(),
      supportedNetworks: z.array(supportedNetworkSchema),
    }),
  }),
  message: "Profile",
  errors: [],
  examples: {
    data: {
      partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
      name: "Northwind Travel",
      webhookUrl: "https://hooks.example.com/cards",
      redirectUrl: "https://app.example.com/verified",
      wallet: {
        walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
        supportedNetworks: NETWORKS.staging.map(presentNetwork),
      },
    },
  },
});

export const setWebhookContract = contract({
  id: "setWebhook",
  method: "POST",
  path: "/api/v1/partner/profile/webhook",
  tag: "Profile",
  summary: "Set Webhook",
  scope: "webhooks",
  description:
    "Sets the URL that events are sent to. Each call creates a new secret, which is returned only here. The previous secret also signs for 24 hours, in `webhook-signature`. The URL must be public and, in production, use port 443. A paused endpoint is resumed.",
  body: z.object({ webhookUrl: receiverUrl }),
  data: z.object({
    webhookUrl: z.string(),
    webhookSecret: secret(z.string().startsWith("whsec_")),
  }),
  audited: ["webhookUrl"],
  message: "Webhook set",
  errors: [],
  examples: {
    body: { webhookUrl: "https://hooks.example.com/cards" },
    data: {
      webhookUrl: "https://hooks.example.com/cards",
      webhookSecret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5pDqJJd6w2c=",
    },
  },
});

export const rotateWebhookSecretContract = contract({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/api/v1/partner/profile/webhook/secret",
  tag: "Profile",
  audience: "dashboard",
  roles: ["owner", "developer"],
  summary: "Rotate Webhook Secret",
  description:
    "Creates a new secret, which is returned only here. The previous secret also signs for 24 hours, in `webhook-signature`. The URL and a pause stay as they are.",
  data: z.object({ webhookSecret: secret(z.string().startsWith("whsec_")) }),
  message: "Webhook secret rotated",
  errors: ["WEBHOOK_NOT_SET"],
  examples: { data: { webhookSecret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5pDqJJd6w2c=" } },
});

export const setRedirectUrlContract = contract({
  id: "setRedirectUrl",
  method: "POST",
  path: "/api/v1/partner/profile/redirect-url",
  tag: "Profile",
  summary: "Set Redirect URL",
  scope: "users",
  description:
    "The URL that users are redirected to after verification. Create User can override it.",
  body: z.object({ redirectUrl: httpsUrl }),
  data: z.object({ redirectUrl: z.string() }),
  message: "Redirect URL set",
  errors: [],
  examples: {
    body: { redirectUrl: "https://app.example.com/verified" },
    data: { redirectUrl: "https://app.example.com/verified" },
  },
});

const subscriptionExample = {
  events: ["user.kyc-event", "wallet.deposit.crypto"] as ("*" | (typeof EVENT_TYPES)[number])[],
};

export const getWebhookEventsContract = contract({
  id: "getWebhookEvents",
  method: "GET",
  path: "/api/v1/partner/profile/webhook/events",
  tag: "Profile",
  summary: "Get Event Subscription",
  scope: "read",
  data: z.object({ events: subscription }),
  message: "Event subscription",
  errors: [],
  examples: { data: { events: ["*"] } },
});

export const setWebhookEventsContract = contract({
  id: "setWebhookEvents",
  method: "POST",
  path: "/api/v1/partner/profile/webhook/events",
  tag: "Profile",
  summary: "Set Event Subscription",
  scope: "webhooks",
  body: z.object({ events: subscription }),
  data: z.object({ events: subscription }),
  audited: ["events"],
  message: "Event subscription set",
  errors: [],
  examples: { body: subscriptionExample, data: subscriptionExample },
});
