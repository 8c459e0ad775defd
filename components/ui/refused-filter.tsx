"use client";

import { fieldSentences } from "@/lib/kernel/field-sentences";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { Button } from "./button";
import { Notice } from "./notice";

/** The parameters whose name says less than the page calls them. */
const NAMES: Partial<Record<string, string>> = {
  amountMin: "minimum amount",
  amountMax: "maximum amount",
  from: "start date",
  to: "end date",
  until: "end date",
  at: "date and time",
  sort: "order",
  skip: "position",
};

/** Names a parameter for people: `fundingType` is the `funding type`. */
const nameOf = (parameter: string): string =>
  NAMES[parameter] ?? parameter.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface RefusedFilterProps {
  /** The plural noun of the rows: "users". */
  what: string;
  /** The rule of each refused parameter, by its name. */
  fields: Readonly<Record<string, string>>;
  /** The address without the filters; by default without any parameter. */
  clearedHref: string | undefined;
}

/** Says which part of the page's address the service refused, and why. Trying again would be refused again. */
export function RefusedFilter({ what, fields, clearedHref }: RefusedFilterProps) {
  const { path, withParams } = useAddress();
  const isPage = fields.cursor !== undefined;
  const href = isPage ? withParams(FIRST_PAGE) : (clearedHref ?? path);
  return (
    <Notice
      state="failed"
      title={`The ${what} could not be ${isPage ? "continued" : "filtered"}`}
      isLive
    >
      {isPage ? (
        <p>The page in this address does not exist.</p>
      ) : (
        <>
          <p>In the page’s address:</p>
          <ul className="list-disc pl-5">
            {Object.entries(fieldSentences(fields)).map(([name, sentence]) => (
              <li key={name}>{`The ${nameOf(name)} is not valid. ${sentence}`}</li>
            ))}
          </ul>
        </>
      )}
      <Button look="plain" size="compact" className="mt-2" onClick={() => goTo(href)}>
        {isPage ? "First page" : "Clear filters"}
      </Button>
    </Notice>
  );
}
