import { newId } from "@/lib/kernel/ids";
import { type SealContext, seal, unseal } from "@/lib/kernel/seal";
import { mailTransport } from "./mail-transport";

/** The part of an e-mail with a link that contains a one-time token, in the format of the SQL functions. */
export interface LinkMail {
  id: string;
  link_sealed: string;
}

/** A link is sealed before its recipient is known, so the seal is not bound to a partner. */
const placeOf = (id: string): SealContext => ({ partnerId: "", rowId: id, field: "mailLink" });

/** Seals a link for an e-mail. Undefined if no e-mails are sent. */
export function newLinkMail(link: string): LinkMail | undefined {
  if (mailTransport() === undefined) return undefined;
  const id = newId("eml");
  return { id, link_sealed: seal(link, placeOf(id)) };
}

/** Unseals the link of an e-mail. @throws if it was sealed for another e-mail or its key no longer exists. */
export function linkOf(id: string, linkSealed: string): string {
  return unseal(linkSealed, placeOf(id));
}
