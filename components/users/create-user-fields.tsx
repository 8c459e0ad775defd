"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CheckField, SelectField, TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import type { ContractForm } from "@/lib/api/client/form/use-contract-form";
import { CountryField } from "./country-field";
import type { UserValues } from "./create-user-values";
import { useOwnIpAddress } from "./queries";

const PAIR = "grid gap-3 sm:grid-cols-2";
const LEGEND = "pb-2 font-semibold";

interface PartProps {
  form: ContractForm<UserValues>;
}

function PersonFields({ form: { field } }: PartProps) {
  const { isSandbox } = useReader();
  return (
    <fieldset className="space-y-3">
      <legend className={LEGEND}>Personal details</legend>
      <div className={PAIR}>
        <TextField label="First name" {...field("firstName")} maxLength={100} data-first-focus="" />
        <TextField label="Last name" {...field("lastName")} maxLength={100} />
      </div>
      {isSandbox && (
        <p className="text-small text-quiet">
          Sandbox: end the last name with Approved, Denied or needsVerification to choose the
          result.
        </p>
      )}
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

function ResidenceFields({ form: { field, set, values } }: PartProps) {
  const country = field("countryCode");
  return (
    <fieldset className="space-y-3">
      <legend className={LEGEND}>Residence</legend>
      <TextField label="Address" {...field("address")} maxLength={500} />
      <div className={PAIR}>
        <TextField label="City" {...field("city")} maxLength={100} />
        <TextField label="Region" {...field("region")} maxLength={100} />
        <TextField label="Postal code" {...field("postalCode")} maxLength={20} />
        <CountryField
          name="countryCode"
          value={values.countryCode}
          error={country.error}
          onBlur={country.onBlur}
          onChoose={(code) => set("countryCode", code)}
        />
      </div>
    </fieldset>
  );
}

function AccountFields({ form: { field, checkbox, set, values } }: PartProps) {
  const own = useOwnIpAddress();
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
        hint={
          own === undefined || own === values.ipAddress ? (
            "IP address the user registered from."
          ) : (
            <>
              IP address the user registered from.{" "}
              <Button
                look="text"
                size="compact"
                className="inline! min-h-0! p-0!"
                onClick={() => set("ipAddress", own)}
              >
                Use mine ({own})
              </Button>
            </>
          )
        }
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

interface CreateUserFieldsProps extends PartProps {
  /** What follows the fields: the costs. */
  children: ReactNode;
}

/** The fields of a new user: identity, address and card program, in two columns where there is space. */
export function CreateUserFields({ form, children }: CreateUserFieldsProps) {
  return (
    <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
      <div className="space-y-5">
        <PersonFields form={form} />
        <ResidenceFields form={form} />
      </div>
      <div className="space-y-5">
        <AccountFields form={form} />
        {children}
      </div>
    </div>
  );
}
