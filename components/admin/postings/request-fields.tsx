import { AmountField, SelectField, TextField } from "@/components/ui/field";
import {
  CORRECTION_ACCOUNTS,
  FIELDS_OF_KIND,
  type PostingField,
  type PostingKind,
  SERVICE_ACCOUNTS,
} from "@/lib/accounting/postings/kinds";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { choiceName } from "./account-name";
import { PartnerField } from "./partner-field";

type Errors = Partial<Record<string, string>>;

interface AccountFieldProps {
  name: PostingField;
  label: string;
  accounts: readonly string[];
  hint?: string;
  errors: Errors;
}

function AccountField({ name, label, accounts, hint, errors }: AccountFieldProps) {
  return (
    <SelectField label={label} name={name} hint={hint} error={errors[name]} defaultValue="">
      <option value="">Select…</option>
      {accounts.map((account) => (
        <option key={account} value={account}>
          {choiceName(account)}
        </option>
      ))}
    </SelectField>
  );
}

function CorrectionFields({ places, errors }: { places: readonly string[]; errors: Errors }) {
  return (
    <>
      <PartnerField error={errors.partnerId} />
      <TextField
        label="Card ID"
        name="serviceCardId"
        required={false}
        autoComplete="off"
        hint="Leave empty to correct the wallet."
        error={errors.serviceCardId}
      />
      <SelectField
        label="Direction"
        name="direction"
        defaultValue="credit"
        error={errors.direction}
      >
        <option value="credit">Credit the partner</option>
        <option value="debit">Debit the partner</option>
      </SelectField>
      <AccountField
        name="against"
        label="Counter account"
        accounts={[...CORRECTION_ACCOUNTS, ...places]}
        hint="Use adjustments for the operator’s mistakes. Use a chain or the bank for money that moved there without a ledger entry."
        errors={errors}
      />
    </>
  );
}

function ServiceFields({ places, errors }: { places: readonly string[]; errors: Errors }) {
  const accounts = [...SERVICE_ACCOUNTS, ...places];
  return (
    <>
      <AccountField name="takeFrom" label="Debit account" accounts={accounts} errors={errors} />
      <AccountField
        name="addTo"
        label="Credit account"
        accounts={accounts}
        hint="If money left a chain without a ledger entry, credit that chain (asset accounts are negative)."
        errors={errors}
      />
    </>
  );
}

interface RequestFieldsProps {
  kind: PostingKind;
  /** The custody and bank accounts. */
  places: readonly string[];
  errors: Errors;
}

/** The fields of a kind of posting. */
export function RequestFields({ kind, places, errors }: RequestFieldsProps) {
  const { required, optional = [] } = FIELDS_OF_KIND[kind];
  const has = (field: PostingField) => required.includes(field) || optional.includes(field);
  return (
    <>
      {kind === "correction" && <CorrectionFields places={places} errors={errors} />}
      {kind === "service_correction" && <ServiceFields places={places} errors={errors} />}
      {has("paidFrom") && (
        <AccountField name="paidFrom" label="Paid from" accounts={places} errors={errors} />
      )}
      {has("receivedAt") && (
        <AccountField name="receivedAt" label="Received at" accounts={places} errors={errors} />
      )}
      <AmountField
        label={has("amountReceived") ? "Amount sent" : "Amount"}
        name="amount"
        error={errors.amount}
      />
      {has("amountReceived") && (
        <AmountField
          label="Amount received"
          name="amountReceived"
          required={false}
          hint="If the transfer had a cost, the difference is booked as costs."
          error={errors.amountReceived}
        />
      )}
      <TextField
        label="Reference"
        name="reference"
        required={false}
        autoComplete="off"
        maxLength={200}
        hint="Bank reference or on-chain transaction hash. Used by reconciliation."
        error={errors.reference}
      />
      {has("receivedReference") && (
        <TextField
          label="Receiving reference"
          name="receivedReference"
          required={false}
          autoComplete="off"
          maxLength={200}
          error={errors.receivedReference}
        />
      )}
      <TextField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={MAX_REASON_CHARACTERS}
        hint={
          kind === "correction"
            ? "Shown to the partner and recorded in the audit log."
            : "Recorded in the audit log."
        }
        error={errors.reason}
      />
    </>
  );
}
