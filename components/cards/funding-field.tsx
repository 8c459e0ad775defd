import { Choice } from "@/components/ui/choice";

const FUNDINGS = [
  ["float", "From your wallet", "You put money on it, here or by the API"],
  ["crypto", "By stablecoin deposits", "It has an address of its own"],
] as const;

interface FundingFieldProps {
  value: string | undefined;
  onChoose: (value: string) => void;
}

/** Where the card's money comes from. */
export function FundingField({ value, onChoose }: FundingFieldProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="pb-1 text-small font-medium">Funding</legend>
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
