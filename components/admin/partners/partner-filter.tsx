"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { Late, latePart } from "@/components/ui/late-part";
import { usePartnerName } from "./queries";

const choices = latePart(() =>
  import("./partner-choices").then(({ PartnerChoices }) => PartnerChoices),
);

/** Stands for the operator in place of a partner's id. */
const OPERATOR = "operator";

interface PartnerFilterProps {
  /** The parameter in the address, which contains the partner's id. */
  name?: string;
  label?: string;
  /** The operator can be chosen too. */
  hasOperator?: boolean;
}

/** Filters a list of the console by partner. */
export function PartnerFilter({
  name = "partnerId",
  label = "Partner",
  hasOperator = false,
}: PartnerFilterProps) {
  const { params, withParams } = useAddress();
  useEffect(() => void choices.preload(), []);
  const id = params.get(name);
  const isOperator = hasOperator && id === OPERATOR;
  const found = usePartnerName(isOperator ? null : id);
  const word = isOperator ? "Operator" : (found ?? "1 partner");
  const choose = (next: string | undefined) => goTo(withParams({ [name]: next, ...FIRST_PAGE }));
  return (
    <FilterMenu
      label={label}
      chosen={id === null ? undefined : word}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <Late
          of={choices}
          props={{
            others: hasOperator ? [{ value: OPERATOR, word: "Operator" }] : [],
            onChoose: (next: string) => {
              choose(next);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}
