"use client";

import { CheckField, SelectField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { API_KEY_SCOPES, type ApiKeyScope, mayGrant } from "@/lib/contract/scopes";
import { PRESET_SCOPES, type Preset, SCOPE_WORDS } from "./scope-words";

export type Access = Preset | "custom";

const PRESETS: Record<Preset, string> = {
  full: "Full access",
  standard: "Standard: no card numbers, no withdrawals",
  read: "Read-only",
};

interface KeyAccessProps {
  access: Access;
  /** The scopes of the preset, or the chosen ones. */
  scopes: readonly ApiKeyScope[];
  error: string | undefined;
  onChoose: (access: Access, scopes: readonly ApiKeyScope[]) => void;
}

/** The scopes of a new key: a preset, or a choice of them. A developer sees those that only owners grant, disabled. */
export function KeyAccess({ access, scopes, error, onChoose }: KeyAccessProps) {
  const { role } = useReader();
  const presets = (Object.keys(PRESETS) as Preset[]).filter((each) =>
    mayGrant(role, PRESET_SCOPES[each]),
  );
  const choosePreset = (value: string) => {
    const preset = presets.find((each) => each === value);
    onChoose(preset ?? "custom", preset ? PRESET_SCOPES[preset] : scopes);
  };
  return (
    <div className="space-y-3">
      <SelectField
        label="Permissions"
        name="access"
        value={access}
        onChange={({ target }) => choosePreset(target.value)}
        hint={access === "custom" ? undefined : "Grant only what your server needs."}
      >
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {PRESETS[preset]}
          </option>
        ))}
        <option value="custom">Custom</option>
      </SelectField>
      {access === "custom" && (
        <ScopeChoice
          chosen={scopes}
          error={error}
          onChoose={(chosen) => onChoose("custom", chosen)}
        />
      )}
    </div>
  );
}

interface ScopeChoiceProps {
  chosen: readonly ApiKeyScope[];
  error: string | undefined;
  onChoose: (chosen: ApiKeyScope[]) => void;
}

function ScopeChoice({ chosen, error, onChoose }: ScopeChoiceProps) {
  const { role } = useReader();
  const choose = (scope: ApiKeyScope, isChosen: boolean) =>
    onChoose(API_KEY_SCOPES.filter((each) => (each === scope ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="space-y-1" aria-describedby={error && "key-scopes-error"}>
      <legend className="sr-only">Custom permissions</legend>
      {API_KEY_SCOPES.map((scope) => {
        const mayChoose = mayGrant(role, [scope]);
        const text = mayChoose ? SCOPE_WORDS[scope].text : "Only owners can grant this.";
        return (
          <CheckField
            key={scope}
            name="scopes"
            label={SCOPE_WORDS[scope].word}
            hint={<p className="pl-8 text-quiet">{text}</p>}
            checked={chosen.includes(scope)}
            disabled={!mayChoose}
            onChange={({ target }) => choose(scope, target.checked)}
          />
        );
      })}
      {error !== undefined && (
        <p id="key-scopes-error" className="text-small text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
