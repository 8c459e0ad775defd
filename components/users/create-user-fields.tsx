"use client";

import { CheckField, SelectField, TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import type { ContractForm } from "@/lib/api/client/form/use-contract-form";
import { COUNTRY_CODES } from "@/lib/users/fields";
import type { UserValues } from "./create-user-values";

const NAMES = new Intl.DisplayNames("en", { type: "region" });
const COUNTRIES = [...COUNTRY_CODES]
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .sort((first, second) => first.name.localeCompare(second.name, "en"));

const PAIR = "grid gap-3 sm:grid-cols-2";
const LEGEND = "pb-2 font-semibold";

interface PartProps {
  form: ContractForm<UserValues>;
}

function PersonFields({ form: { field } }: PartProps) {
  const { isSandbox } = useReader();
  const lastNameHint = isSandbox
    ? "Sandbox: end the last name with Approved, Denied or needsVerification to choose the result."
    : undefined;
  return (
    <fieldset className="space-y-3">
      <legend className={LEGEND}>Personal details</legend>
      <div className={PAIR}>
        <TextField label="First name" {...field("firstName")} maxLength={100} data-first-focus="" />
        <TextField label="Last name" {...field("lastName")} hint={lastNameHint} maxLength={100} />
      </div>
      <TextField label="Email" type="email" {...field("email")} maxLength={254} />
      <TextField
        label="Phone"
        type="tel"
        {...field("phoneNumber")}
        hint="International format, such as +14155552671."
      />
    </fieldset>
  );
}

function ResidenceFields({ form: { field } }: PartProps) {
  return (
    <fieldset className="space-y-3">
      <legend className={LEGEND}>Residence</legend>
      <TextField label="Address" {...field("address")} maxLength={500} />
      <div className={PAIR}>
        <TextField label="City" {...field("city")} maxLength={100} />
        <TextField label="Region" {...field("region")} maxLength={100} />
        <TextField label="Postal code" {...field("postalCode")} maxLength={20} />
        <SelectField label="Country" {...field("countryCode")}>
          <option value="">Select…</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}

function AccountFields({ form: { field, checkbox, values } }: PartProps) {
  return (
    <fieldset className="space-y-3">
      <legend className={LEGEND}>Account details</legend>
      <TextField
        label="Purpose"
        {...field("accountPurpose")}
        hint="What the cards are used for, such as business travel."
        maxLength={200}
      />
      <TextField
        label="IP address"
        {...field("ipAddress")}
        hint="IP address the user registered from."
      />
      <SelectField label="Program" {...field("program")}>
        <option value="custodial">Custodial</option>
        <option value="non_custodial">Non-custodial</option>
      </SelectField>
      {values.program === "non_custodial" && (
        <TextField
          label="Wallet address"
          {...field("walletAddress")}
          hint="Ethereum address: 0x followed by 40 hexadecimal digits."
          maxLength={42}
        />
      )}
      <TextField
        label="Redirect URL"
        type="url"
        required={false}
        {...field("redirectUrl")}
        hint="Overrides the redirect URL in your settings."
        maxLength={2048}
      />
      <CheckField
        label="The user accepted the terms of service"
        {...checkbox("isTermsOfServiceAccepted")}
      />
    </fieldset>
  );
}

/** The fields of a new user: identity, address and card program. */
export function CreateUserFields({ form }: PartProps) {
  return (
    <>
      <PersonFields form={form} />
      <ResidenceFields form={form} />
      <AccountFields form={form} />
    </>
  );
}
