import { expect, test } from "vitest";
import { namesMatch } from "./names-match";

const name = ([firstName = "", lastName = ""]: readonly string[]) => ({ firstName, lastName });

test.each([
  [
    ["Amara", "Okafor"],
    ["AMARA", "OKAFOR"],
  ],
  [
    ["Amara", "Okafor"],
    ["Okafor", "Amara"],
  ],
  [
    ["Amara", "Okafor"],
    ["Amara Chidinma", "Okafor"],
  ],
  [
    ["Tomás", "Silveira Gonçalves"],
    ["TOMAS", "SILVEIRA GONCALVES"],
  ],
  [
    ["Søren", "Æbelø"],
    ["SOREN", "AEBELO"],
  ],
  [
    ["Jürgen", "Weiß"],
    ["JURGEN", "WEISS"],
  ],
  [
    ["Łukasz", "Đorđević"],
    ["LUKASZ", "DORDEVIC"],
  ],
  [
    ["Siobhán", "O’Brien"],
    ["SIOBHAN", "OBRIEN"],
  ],
  [
    ["Mary-Jane", "Watson"],
    ["MARYJANE", "WATSON"],
  ],
  [
    ["Мария", "Иванова"],
    ["МАРИЯ", "ИВАНОВА"],
  ],
  [
    ["Jürgen", "Müller"],
    ["JUERGEN", "MUELLER"],
  ],
  [
    ["Juergen", "Mueller"],
    ["Jürgen", "Müller"],
  ],
  [
    ["Åse", "Sjøberg"],
    ["AASE", "SJOEBERG"],
  ],
  [
    ["Maria", "de la Cruz"],
    ["DELACRUZ", "MARIA"],
  ],
  [
    ["Mary Jane", "Watson"],
    ["WATSON", "MARYJANE"],
  ],
  [
    ["Kaʻiulani", "Kamaka"],
    ["KAIULANI", "KAMAKA"],
  ],
  [
    ["İrem", "Yıldız"],
    ["IREM", "YILDIZ"],
  ],
  [
    ["Zoe\u0308", "Ng"],
    ["ZOË", "NG"],
  ],
  [
    ["Ａｍａｒａ", "Okafor"],
    ["AMARA", "OKAFOR"],
  ],
  [
    ["محمد", "علي"],
    ["محمّد", "علي"],
  ],
  [
    ["Nguyễn Văn", "An"],
    ["NGUYEN VAN", "AN"],
  ],
])("%j is the person of %j", (registered, document) => {
  expect(namesMatch(name(registered), name(document))).toBe(true);
});

test.each([
  [
    ["Amara", "Okafor"],
    ["Amara", "Okafo"],
  ],
  [
    ["Amara", "Okafor"],
    ["Amara", ""],
  ],
  [
    ["Amara", "Okafor"],
    ["", ""],
  ],
  [
    ["Amara Amara", "Okafor"],
    ["Amara", "Okafor"],
  ],
  [
    ["Amara", "Okafor"],
    ["Ngozi", "Okafor"],
  ],
  [
    ["", ""],
    ["Amara", "Okafor"],
  ],
  [
    ["-", "."],
    ["Amara", "Okafor"],
  ],
  [
    // The Cyrillic А looks like the Latin one.
    ["Аmara", "Okafor"],
    ["Amara", "Okafor"],
  ],
  [
    ["Мария", "Иванова"],
    ["MARIIA", "IVANOVA"],
  ],
  [
    ["Amara", "Okafor"],
    ["Ama", "Raokafor"],
  ],
  [
    ["a b c d e f g h i j k", "l"],
    ["a b c d e f g h i j k", "l"],
  ],
  [
    ["Ana Maria", "Silva"],
    ["ANA", "SILVA"],
  ],
])("%j is not the person of %j", (registered, document) => {
  expect(namesMatch(name(registered), name(document))).toBe(false);
});
