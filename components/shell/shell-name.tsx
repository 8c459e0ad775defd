"use client";

import { useQuery } from "@tanstack/react-query";
import { CompanyMark } from "@/components/ui/company-mark";
import { ProductMark } from "@/components/ui/product";
import { type Company, companyQuery } from "@/lib/api/client/company";
import type { Shell } from "./shell";

/** A partner's mark and public name: changed in the settings, they change here too. */
function PartnerName({ company }: { company: Company }) {
  // The layout is not rendered again when another page opens, so its company is only the first one.
  const { data } = useQuery({ ...companyQuery, initialData: company });
  const name = data.publicName ?? data.name;
  return (
    <>
      <CompanyMark name={name} logoUrl={data.logoUrl} />
      <span className="truncate" title={name}>
        {name}
      </span>
    </>
  );
}

/** Whose pages these are: the partner's logo and public name, or the product's mark and the name of the console. */
export function ShellName({ title, company }: Pick<Shell, "title" | "company">) {
  return (
    <p className="flex min-w-0 items-center gap-2 font-semibold">
      {company ? (
        <PartnerName company={company} />
      ) : (
        <>
          <ProductMark />
          <span className="truncate">{title}</span>
        </>
      )}
    </p>
  );
}
