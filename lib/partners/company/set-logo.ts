import { createHash } from "node:crypto";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ValidationError } from "@/lib/kernel/errors";
import type { removeLogoContract, setLogoContract } from "./contract";
import { MAX_LOGO_BYTES, MAX_LOGO_PX } from "./limits";
import { sizeOfPng } from "./png";
import { presentCompany } from "./present";
import { changeBrand, findCompany } from "./store";

/** Returns the rule that a picture breaks, if any. */
function faultOf(content: Buffer): string | undefined {
  if (content.length > MAX_LOGO_BYTES)
    return `must have at most ${MAX_LOGO_BYTES} bytes, and has ${content.length}`;
  const size = sizeOfPng(content);
  if (!size) return "must be a PNG";
  const { widthPx, heightPx } = size;
  const isTooLarge = Math.max(widthPx, heightPx) > MAX_LOGO_PX;
  if (isTooLarge || widthPx === 0 || heightPx === 0)
    return `must have at most ${MAX_LOGO_PX} × ${MAX_LOGO_PX} pixels, and has ${widthPx} × ${heightPx}`;
  return undefined;
}

/**
 * Sets the partner's logo. Its bytes are stored as they are: browsers get them as `image/png` only, so they cannot
 * become a page or a script.
 * @throws ValidationError for a picture that is not a small PNG.
 */
export const setLogo: PersonUseCase<typeof setLogoContract> = async ({ partner, input, at }) => {
  const content = Buffer.from(input.body.image, "base64");
  const fault = faultOf(content);
  if (fault !== undefined)
    throw new ValidationError([{ property: "image", constraints: { isLogo: `image ${fault}` } }]);
  const logoSha256 = createHash("sha256").update(content).digest("hex");
  const old = await findCompany(partner.id);
  describeAudit({ before: { logoSha256: old.logoSha256 }, after: { logoSha256 } });
  await changeBrand(partner.id, { logo: new Uint8Array(content), logoSha256 }, at);
  return presentCompany({ ...old, logoSha256 });
};

/** Removes the partner's logo. */
export const removeLogo: PersonUseCase<typeof removeLogoContract> = async ({ partner, at }) => {
  const old = await findCompany(partner.id);
  describeAudit({ before: { logoSha256: old.logoSha256 }, after: { logoSha256: null } });
  await changeBrand(partner.id, { logo: null, logoSha256: null }, at);
  return presentCompany({ ...old, logoSha256: null });
};
