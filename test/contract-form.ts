type Values = Record<string, unknown>;

interface Options {
  initial: Values;
  input: (values: Values) => { body?: unknown };
  beforeSend?: (values: Values) => boolean;
}

let last: Options | undefined;

/**
 * A form that shows its initial values and sends nothing. Mock "@/lib/api/client/form/use-contract-form" with this module,
 * to render a component with a form and to ask what it would send.
 */
export function useContractForm(_: string, options: Options) {
  last = options;
  const { initial } = options;
  return {
    values: initial,
    field: (name: string) => ({ name, value: initial[name], onChange: () => {}, onBlur: () => {} }),
    set: () => {},
    reset: () => {},
    attach: () => {},
    prepare: () => {},
    submit: () => {},
    isBusy: false,
    failure: undefined,
  };
}

/** Returns the options of the form that was rendered last. */
export function lastForm(): Options {
  if (!last) throw new Error("no form was rendered");
  return last;
}
