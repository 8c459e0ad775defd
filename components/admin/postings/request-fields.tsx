import { AmountField, SelectField, TextField } from "@/components/ui/field";
import {
  CORRECTION_ACCOUNTS,
  FIELDS_OF_KIND,
  type PostingField,
  type PostingKind,
  SERVICE_ACCOUNTS,
} from "@/lib/accounting/postings/kinds";
import type { ContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { choiceName } from "./account-name";
import { PartnerField } from "./partner-field";
import type { PostingValues } from "./read-request";

type Field = ContractForm<PostingValues>["field"];

interface AccountFieldProps {
  name: PostingField;
  label: string;
  accounts: readonly string[];
  hint?: string;
  field: Field;
}

function AccountField({ name, label, accounts, hint, field }: AccountFieldProps) {
  return (
    <SelectField label={label} {...field(name)} hint={hint}>
      <option value="">Select…</option>
      {accounts.map((account) => (
        <option key={account} value={account}>
          {choiceName(account)}
        </option>
      ))}
    </SelectField>
  );
}

function CorrectionFields({ places, field }: { places: readonly string[]; field: Field }) {
  return (
    <>
      <PartnerField {...field("partnerId")} />
      <TextField
        label="Card ID"
        {...field("serviceCardId")}
        required={false}
        autoComplete="off"
        hint="Leave empty to correct the wallet."
      />
      <SelectField label="Direction" {...field("direction")}>
        <option value="credit">Credit the partner</option>
        <option value="debit">Debit the partner</option>
      </SelectField>
      <AccountField
        name="against"
        label="Counter account"
        accounts={[...CORRECTION_ACCOUNTS, ...places]}
        hint="Use adjustments for the operator’s mistakes. Use a chain or the bank for money that moved there without a ledger entry."
        field={field}
      />
    </>
  );
}

function ServiceFields({ places, field }: { places: readonly string[]; field: Field }) {
  const accounts = [...SERVICE_ACCOUNTS, ...places];
  return (
    <>
      <AccountField name="takeFrom" label="Debit account" accounts={accounts} field={field} />
      <AccountField
        name="addTo"
        label="Credit account"
        accounts={accounts}
        hint="If money left a chain without a ledger entry, credit that chain (asset accounts are negative)."
        field={field}
      />
    </>
  );
}

interface RequestFieldsProps {
  kind: PostingKind;
  /** The custody and bank accounts. */
  places: readonly string[];
  field: Field;
}

/** The fields of a kind of posting. */
export function RequestFields({ kind, places, field }: RequestFieldsProps) {
  const { required, optional = [] } = FIELDS_OF_KIND[kind];
  const has = (field: PostingField) => required.includes(field) || optional.includes(field);
  return (
    <>
      {kind === "correction" && <CorrectionFields places={places} field={field} />}
      {kind === "service_correction" && <ServiceFields places={places} field={field} />}
      {has("paidFrom") && (
        <AccountField name="paidFrom" label="Paid from" accounts={places} field={field} />
      )}
      {has("receivedAt") && (
        <AccountField name="receivedAt" label="Received at" accounts={places} field={field} />
      )}
      <AmountField label={has("amountReceived") ? "Amount sent" : "Amount"} {...field("amount")} />
      {has("amountReceived") && (
        <AmountField
          label="Amount received"
          {...field("amountReceived")}
          required={false}
          hint="If the transfer had a cost, the difference is booked as costs."
        />
      )}
      <TextField
        label="Reference"
        {...field("reference")}
        required={false}
        autoComplete="off"
        maxLength={200}
        hint="Bank reference or on-chain transaction hash. Used by reconciliation."
      />
      {has("receivedReference") && (
        <TextField
          label="Receiving reference"
          {...field("receivedReference")}
          required={false}
          autoComplete="off"
          maxLength={200}
        />
      )}
      <TextField
        label="Reason"
        {...field("reason")}
        autoComplete="off"
        maxLength={MAX_REASON_CHARACTERS}
        hint={
          kind === "correction"
            ? "Shown to the partner and recorded in the audit log."
            : "Recorded in the audit log."
        }
      />
    </>
  );
}
