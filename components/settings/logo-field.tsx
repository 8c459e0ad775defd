"use client";

import { type ChangeEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CompanyMark } from "@/components/ui/company-mark";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import { shrinkPicture } from "./shrink-picture";

/** Sets or removes the partner's logo. The browser makes the picture small before sending it. */
export function LogoField({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const fieldId = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  const setting = useSubmission("setLogo", { onDone: () => toast("Logo saved") });
  const removal = useSubmission("removeLogo", { onDone: () => toast("Logo removed") });
  const failure = setting.failure ?? removal.failure;
  const isBusy = setting.isBusy || removal.isBusy;
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const file = field.files?.[0];
    if (!file) return;
    const image = await shrinkPicture(file);
    // The same file can be chosen again.
    field.value = "";
    setUnreadable(image === undefined);
    if (image !== undefined) setting.submit({ body: { image } });
  };
  return (
    <div className="max-w-md space-y-2">
      <p className="text-small font-medium">Logo</p>
      <div className="flex flex-wrap items-center gap-3">
        <CompanyMark name={name} logoUrl={logoUrl} size="large" />
        <label className="relative inline-flex min-h-9 cursor-pointer items-center rounded-large border border-line-strong px-3 text-small font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11">
          <input
            type="file"
            accept="image/*"
            disabled={isBusy}
            onChange={choose}
            aria-describedby={`${fieldId}-hint`}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {logoUrl === null ? "Upload logo" : "Replace logo"}
        </label>
        {logoUrl !== null && (
          <Button look="plain" size="compact" disabled={isBusy} onClick={() => removal.submit({})}>
            Remove logo
          </Button>
        )}
      </div>
      <p id={`${fieldId}-hint`} className="text-small text-quiet">
        Your users see it during verification, and your team in the dashboard. A square picture
        works best.
      </p>
      {isUnreadable && (
        <p role="alert" className="text-small text-failed">
          This file is not a picture that the browser can read. Choose a PNG, JPEG, WebP or SVG
          file.
        </p>
      )}
      {failure && <ErrorPanel title="The logo was not saved" failure={failure} />}
    </div>
  );
}
