/** A country in which users live and travel. */
export interface Country {
  code: string;
  currency: string;
  /** Units of the currency for one USD, about. */
  perUsd: number;
  /** Decimals of the currency. */
  decimals: number;
  /** How many of a hundred users live there. */
  share: number;
  dial: string;
  city: string;
  region: string;
  postalCode: string;
  street: string;
  given: readonly string[];
  family: readonly string[];
}

type Line = [
  code: string,
  currency: string,
  perUsd: number,
  share: number,
  dial: string,
  places: string,
  given: string,
  family: string,
];

/** `places`: city, region, postal code and street, separated by `|`. */
const LINES: readonly Line[] = [
  [
    "US",
    "USD",
    1,
    16,
    "1415",
    "San Francisco|CA|94107|Brannan Street",
    "Ava Marcus Olivia Ethan Naomi Caleb Grace Julian",
    "Whitfield Delgado Prescott Nakamura Okonkwo Brennan Castillo Hale",
  ],
  [
    "GB",
    "GBP",
    0.78,
    11,
    "4420",
    "London|Greater London|EC1V 9BX|Old Street",
    "Imogen Callum Priya Alistair Freya Rhys Zara Duncan",
    "Ashworth Pemberton Kaur MacLeod Fairbairn Hussain Thornbury Llewellyn",
  ],
  [
    "DE",
    "EUR",
    0.92,
    9,
    "4930",
    "Berlin|Berlin|10115|Torstraße",
    "Jörg Annika Lukas Käthe Matthias Svenja Emre Greta",
    "Schröder Müller Köhler Yılmaz Bäumer Weiß Lindemann Großmann",
  ],
  [
    "FR",
    "EUR",
    0.92,
    7,
    "3314",
    "Lyon|Auvergne-Rhône-Alpes|69002|Rue de la République",
    "Élodie Théo Amélie Baptiste Chloé François Inès Maël",
    "Lefèvre Dubois Garçon Moreau Lecomte Benoît Rousseau Châtelain",
  ],
  [
    "ES",
    "EUR",
    0.92,
    6,
    "3491",
    "Madrid|Madrid|28013|Calle de Alcalá",
    "Íñigo Lucía Álvaro Nuria Jesús Begoña Martín Ainhoa",
    "García Muñoz Ibáñez Peñalver Núñez Etxeberria Sánchez Rincón",
  ],
  [
    "IT",
    "EUR",
    0.92,
    4,
    "3902",
    "Milano|Lombardia|20121|Via Brera",
    "Niccolò Giulia Matteo Chiara Lorenzo Ilaria Davide Noemi",
    "Bianchi Esposito Ferrari D'Angelo Ricci Colombo Moretti Sartori",
  ],
  [
    "NL",
    "EUR",
    0.92,
    4,
    "3120",
    "Amsterdam|Noord-Holland|1017 AB|Prinsengracht",
    "Sanne Bram Femke Thijs Lieke Daan Maartje Ruben",
    "Visser Bakker Hoekstra Mulder Kuipers Dekker Willems Brouwer",
  ],
  [
    "PL",
    "PLN",
    3.95,
    4,
    "4822",
    "Kraków|Małopolskie|31-042|Rynek Główny",
    "Łukasz Małgorzata Wojciech Agnieszka Stanisław Żaneta Paweł Grażyna",
    "Wiśniewski Kowalczyk Dąbrowski Zieliński Szymańska Wójcik Łopata Nowak",
  ],
  [
    "SE",
    "SEK",
    10.4,
    3,
    "4684",
    "Göteborg|Västra Götaland|411 08|Kungsgatan",
    "Åsa Björn Ebba Måns Linnéa Göran Saga Håkan",
    "Lindqvist Åkesson Bergström Sjöberg Nyström Öberg Dahlgren Hedlund",
  ],
  [
    "BR",
    "BRL",
    5.1,
    5,
    "5511",
    "São Paulo|SP|01310-100|Avenida Paulista",
    "João Luíza Thiago Conceição Caíque Beatriz Antônio Débora",
    "Gonçalves Araújo Magalhães Cunha Brandão Assunção Ribeiro Falcão",
  ],
  [
    "MX",
    "MXN",
    17.2,
    4,
    "5255",
    "Guadalajara|Jalisco|44100|Avenida Chapultepec",
    "Ximena Andrés Citlali Joaquín Renata Efraín Valeria Nicolás",
    "Hernández Zúñiga Cervantes Gutiérrez Ocampo Bañuelos Cárdenas Villaseñor",
  ],
  [
    "NG",
    "NGN",
    1480,
    4,
    "2341",
    "Lagos|Lagos|101241|Marina Road",
    "Chidinma Oluwaseun Ngozi Tunde Aisha Emeka Folake Ibrahim",
    "Adeyemi Okafor Balogun Eze Abubakar Nwosu Olatunji Danjuma",
  ],
  [
    "KE",
    "KES",
    129,
    3,
    "2542",
    "Nairobi|Nairobi County|00100|Kenyatta Avenue",
    "Wanjiru Otieno Achieng Kiprop Njeri Mwangi Amina Baraka",
    "Kamau Odhiambo Wambui Cheruiyot Mutua Ndegwa Hassan Kiplagat",
  ],
  [
    "ZA",
    "ZAR",
    18.3,
    3,
    "2721",
    "Cape Town|Western Cape|8001|Long Street",
    "Thandiwe Pieter Lerato Sipho Anika Mandla Nomsa Johan",
    "Dlamini van_der_Merwe Naidoo Botha Khumalo Mokoena Pillay Steyn",
  ],
  [
    "IN",
    "INR",
    83.4,
    5,
    "9180",
    "Bengaluru|Karnataka|560001|Mahatma Gandhi Road",
    "Aarav Ananya Rohan Lakshmi Vikram Meera Siddharth Kavya",
    "Iyer Chatterjee Reddy Kapoor Nair Deshpande Menon Bhattacharya",
  ],
  [
    "JP",
    "JPY",
    151,
    3,
    "8131",
    "Ōsaka|Ōsaka|530-0001|Umeda",
    "Haruto Yūna Sōta Aoi Ren Hinata Kaito Mio",
    "Tanaka Kobayashi Saitō Inoue Ōno Fujimoto Hayashi Matsuda",
  ],
  [
    "SG",
    "SGD",
    1.35,
    3,
    "6567",
    "Singapore|Central|068914|Robinson Road",
    "Wei_Ling Kumar Hui_Min Farid Siew_Lan Arjun Mei_Xin Jun_Hao",
    "Tan Lim Goh Subramaniam Rahman Ong Chua Teo",
  ],
  [
    "VN",
    "VND",
    25400,
    2,
    "8428",
    "Hà Nội|Hà Nội|100000|Phố Huế",
    "Khánh Thảo Minh Ngọc Hương Đức Tuấn Phương",
    "Nguyễn Trần Phạm Đặng Hoàng Bùi Lê Võ",
  ],
  [
    "AE",
    "AED",
    3.67,
    2,
    "9714",
    "Dubai|Dubai|00000|Sheikh Zayed Road",
    "Fatima Omar Layla Khalid Mariam Yousef Noura Hamad",
    "Al_Mansoori Al_Hashimi Haddad Rahimi Al_Suwaidi Nasser Qasim Darwish",
  ],
  [
    "CA",
    "CAD",
    1.37,
    2,
    "1604",
    "Montréal|QC|H2Y 1C6|Rue Saint-Paul",
    "Geneviève Liam Maude Owen Océane Noah Sacha Harper",
    "Tremblay Gagnon Bouchard MacDonald Pelletier Singh Fortin Côté",
  ],
];

const NO_DECIMALS = new Set(["JPY", "VND"]);

/** A `_` in the lists is a space within a name. */
const words = (text: string) => text.split(" ").map((word) => word.replaceAll("_", " "));

function country([code, currency, perUsd, share, dial, places, given, family]: Line): Country {
  const [city = "", region = "", postalCode = "", street = ""] = places.split("|");
  const decimals = NO_DECIMALS.has(currency) ? 0 : 2;
  const names = { given: words(given), family: words(family) };
  return {
    code,
    currency,
    perUsd,
    decimals,
    share,
    dial,
    city,
    region,
    postalCode,
    street,
    ...names,
  };
}

export const COUNTRIES: readonly Country[] = LINES.map(country);
