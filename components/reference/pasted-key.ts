let pasted = "";

/** The key that was pasted here: in this page's memory alone, gone when it is reloaded or left. */
export const pastedKey = {
  read: () => pasted,
  keep: (key: string) => {
    pasted = key;
  },
};
