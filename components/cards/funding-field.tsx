import { Choice } from "@/components/ui/choice";

const FUNDINGS = [
  ["float", "Float", "Fund from your wallet, here or with the API"],
  ["crypto", "Crypto", "Fund with stablecoin deposits to the card’s own address"],
] as const;

interface FundingFieldProps {
  value: string | undefined;
  onChoose: (value: string) => void;
}

/** Chooses the funding type of a card. */
export function FundingField({ value, onChoose }: FundingFieldProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="pb-1 text-small font-medium">Funding type</legend>
      {FUNDINGS.map(([funding, label, note]) => (
        <Choice
          key={funding}
          name="fundingType"
          value={funding}
          label={label}
          note={note}
          isChosen={value === funding}
          onChoose={() => onChoose(funding)}
        />
      ))}
    </fieldset>
  );
}
