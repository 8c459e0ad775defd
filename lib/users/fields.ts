import { z } from "zod";
import { personal } from "@/lib/contract/sensitive";

/**
 * Accepts deliverable addresses in any script. Quotes, brackets and separators are not allowed, so that no context can
 * read one address as several. The domain must contain a dot.
 */
const EMAIL =
  /^(?!\.|.*\.\.|.*\.@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;

/** An email address; unique in the partner's account, ignoring letter case. */
export const email = personal(z.email({ pattern: EMAIL }).max(254));

const MIN_PHONE_DIGITS = 7;
const MAX_PHONE_DIGITS = 15;

/** A phone number in international format: `+`, country code, number. Separators are accepted and removed. */
export const phoneNumber = personal(
  z
    .string()
    .max(32)
    .refine(
      (value) => {
        const digits = value.replace(/\D/g, "").length;
        return (
          /^\+[1-9][\d ().-]*$/.test(value) &&
          digits >= MIN_PHONE_DIGITS &&
          digits <= MAX_PHONE_DIGITS
        );
      },
      {
        error: "must be in international format, such as +14155552671",
        params: { rule: "isPhoneNumber" },
      },
    )
    .transform((value) => `+${value.replace(/\D/g, "")}`)
    .meta({ description: "International format, such as +14155552671" }),
);

const anyIpAddress = z.union([z.ipv4(), z.ipv6()]);

/** The person's IP address at registration, IPv4 or IPv6. */
export const ipAddress = personal(
  z
    .string()
    .refine((value) => anyIpAddress.safeParse(value).success, {
      error: "must be an IPv4 or IPv6 address",
      params: { rule: "isIp" },
    })
    .meta({ description: "The user's IPv4 or IPv6 address at registration" }),
);

/** The officially assigned codes of ISO 3166-1 alpha-2. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

export const countryCode = z
  .string()
  .refine((value) => COUNTRY_CODES.has(value), {
    error: "must be an ISO 3166-1 alpha-2 country code, such as NG",
    params: { rule: "isISO31661Alpha2" },
  })
  .meta({ description: "ISO 3166-1 alpha-2", pattern: "^[A-Z]{2}$" });
