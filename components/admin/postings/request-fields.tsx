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
      <option value="">Choose…</option>
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
        label="Card id"
        name="serviceCardId"
        required={false}
        autoComplete="off"
        hint="Leave it empty to correct the wallet."
        error={errors.serviceCardId}
      />
      <SelectField
        label="Direction"
        name="direction"
        defaultValue="credit"
        error={errors.direction}
      >
        <option value="credit">Credit: the partner gets the amount</option>
        <option value="debit">Debit: the partner loses the amount</option>
      </SelectField>
      <AccountField
        name="against"
        label="Against"
        accounts={[...CORRECTION_ACCOUNTS, ...places]}
        hint="Adjustments bear the operator’s mistakes. Choose a chain or the bank for money that moved there and is not in the books."
        errors={errors}
      />
    </>
  );
}

function ServiceFields({ places, errors }: { places: readonly string[]; errors: Errors }) {
  const accounts = [...SERVICE_ACCOUNTS, ...places];
  return (
    <>
      <AccountField name="takeFrom" label="Take from" accounts={accounts} errors={errors} />
      <AccountField
        name="addTo"
        label="Add to"
        accounts={accounts}
        hint="For money that left a chain and is not in the books: add to that chain, for money there is below zero."
        errors={errors}
      />
    </>
  );
}

interface RequestFieldsProps {
  kind: PostingKind;
  /** Where the service may have money. */
  places: readonly string[];
  errors: Errors;
}

/** The fields of a kind of posting: what moved, how much, and why. */
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
        label={has("amountReceived") ? "Amount that left" : "Amount"}
        name="amount"
        error={errors.amount}
      />
      {has("amountReceived") && (
        <AmountField
          label="Amount that arrived"
          name="amountReceived"
          required={false}
          hint="If the transfer cost something: the rest is booked as costs."
          error={errors.amountReceived}
        />
      )}
      <TextField
        label="Reference"
        name="reference"
        required={false}
        autoComplete="off"
        maxLength={200}
        hint="The bank’s, or the hash of the transaction on the chain: reconciliation looks for it."
        error={errors.reference}
      />
      {has("receivedReference") && (
        <TextField
          label="Reference where it arrived"
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
            ? "The partner reads it in its list, and it stands in the audit log."
            : "It stands in the audit log."
        }
        error={errors.reason}
      />
    </>
  );
}
