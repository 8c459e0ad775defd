import { env } from "@/lib/kernel/env";
import { mailTransport } from "@/lib/mail/mail-transport";
import type { MailChannel } from "./sql-store";

const CHANNELS: readonly MailChannel[] = ["mail", "webhook"];

/** Whether the settings allow to send messages of a channel. */
function isChannelOn(channel: MailChannel): boolean {
  return channel === "mail"
    ? mailTransport() !== undefined
    : env().OPERATOR_WEBHOOK_URL !== undefined;
}

export const channelsOn = (): MailChannel[] => CHANNELS.filter(isChannelOn);
export const channelsOff = (): MailChannel[] => CHANNELS.filter((channel) => !isChannelOn(channel));
