/** `withdrawal.approve` and `setRedirectUrl` as words: "Withdrawal approve", "Set redirect url". */
export function actionWords(action: string): string {
  const words = action
    .replace(/[._]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
