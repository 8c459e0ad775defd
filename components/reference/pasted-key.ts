let pasted = "";

/** The pasted API key: only in the page's memory, lost on a reload. */
export const pastedKey = {
  read: () => pasted,
  keep: (key: string) => {
    pasted = key;
  },
};
