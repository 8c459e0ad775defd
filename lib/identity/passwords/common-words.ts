/**
 * Words of the most common passwords, in lower case and without substitutions such as 0 for o, sorted by length, so
 * that longer words match first. For the server only.
 */
const WORDS = `
password passwort passwords passcode passphrase passw pass motdepasse contrasena senha parola wachtwoord lozinka haslo
administrator administrador administrateur admin root superuser sysadmin operator manager supervisor owner user username
welcome willkommen bienvenue bienvenido letmein letmeinnow trustno changeme change default secret secure security private
login signin logon access account test testing tester temp temporary guest demo sample example unknown nothing whatever
iloveyou loveyou ilove iloveu love lover lovely forever family friends friend baby angel princess prince queen king lady
sunshine moonlight starlight rainbow butterfly flower blossom cookie chocolate banana cherry orange apple peaches pepper
football baseball basketball soccer hockey tennis golfer liverpool arsenal chelsea manchester barcelona realmadrid juventus
united yankees lakers cowboys steelers eagles ferrari porsche mercedes corvette mustang harley yamaha toyota honda
monkey dragon tiger eagle falcon wolf shadow ranger hunter killer master monster phantom warrior wizard samurai ninja pirate
superman batman spiderman pokemon pikachu naruto starwars matrix gandalf zelda mario sonic minecraft fortnite roblox
michael jordan jennifer jessica michelle charlie daniel thomas andrew joshua matthew ashley amanda nicole robert george
william richard martin anthony samantha elizabeth alexander alexandra andrea carlos maria marie anna thomas justin taylor
computer internet google facebook instagram microsoft windows linux apple samsung nokia android iphone network server system
database oracle cisco mysql postgres jenkins docker github gitlab amazon paypal netflix spotify youtube twitter
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter fall holiday christmas easter
london paris berlin newyork chicago boston dallas houston miami texas florida california america england germany france
company business office finance money dollar bitcoin crypto bank banking payment payments card cards wallet partner partners
hello goodbye please thanks thankyou super cool awesome freedom liberty blessed jesus christ heaven lucky happy
unbelievable fuckyou fuckoff asshole bullshit sexy hottie naked whore bitch
`;

export const COMMON_WORDS: readonly string[] = [...new Set(WORDS.trim().split(/\s+/))].sort(
  (first, second) => second.length - first.length,
);

/** Sequences of the alphabet, digits and keyboards, matched in both directions. */
export const SEQUENCES: readonly string[] = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop[]",
  "qwertzuiopü",
  "azertyuiop",
  "asdfghjkl;",
  "qsdfghjklm",
  "zxcvbnm,./",
  "yxcvbnm",
  "!@#$%^&*()_+",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.",
  "qazwsxedcrfvtgbyhnujmikolp",
  "zaq12wsxcde34rfvbgt56yhnmju7",
  "a1b2c3d4e5f6g7h8i9j0",
  "1a2b3c4d5e6f7g8h9i0j",
];
