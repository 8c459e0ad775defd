"use client";

import { Choice } from "@/components/ui/choice";
import { TextField } from "@/components/ui/field";

interface TryCallerProps {
  role: string;
  mayBySession: boolean;
  /** The API key of the request; undefined while the session is used. */
  apiKey: string | undefined;
  onChange: (apiKey: string | undefined) => void;
  pasted: string;
}

/** Chooses the credentials of a request: the session or an API key. */
export function TryCaller({ role, mayBySession, apiKey, onChange, pasted }: TryCallerProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="pb-1 text-small font-medium">Send as</legend>
      {mayBySession ? (
        <Choice
          name="caller"
          value="session"
          label="My session"
          note={`Signed in as ${role}`}
          isChosen={apiKey === undefined}
          onChoose={() => onChange(undefined)}
        />
      ) : (
        <p className="text-small text-quiet">
          Your role, {role}, cannot call this operation. Use an API key.
        </p>
      )}
      <Choice
        name="caller"
        value="key"
        label="Use an API key"
        note="Kept in memory only and cleared when you reload the page."
        isChosen={apiKey !== undefined}
        onChoose={() => onChange(pasted)}
      />
      {apiKey !== undefined && (
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </fieldset>
  );
}
