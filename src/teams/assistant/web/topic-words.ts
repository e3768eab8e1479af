/**
 * The closed vocabulary of what the assistant may search the web for, beside the medical one: common nouns of everyday topics, and words
 * that compare. First names, surnames, places and dates are left out, so that whom a message is about cannot be among them.
 */
export const TOPIC_WORDS: ReadonlySet<string> = new Set(
  `
  accessibility accounting adapter advice agriculture airline airport algorithm android antenna apartment appliance app architecture art
  astronomy audio automation backup bakery banking basketball battery beach beer benchmark bicycle bike biology boat bookkeeping books boots
  bread breakfast browser budget building bus business cables cache camera camping cancellation candle carpet cat cats charger chemistry
  cheese chess chocolate cinema city climate cloud coding coffee compiler compression computer computing concert concurrency construction
  container cooking copyright cryptography css currency customs cycling dance data database deadlock debugging delivery desk dessert display
  docker dog dogs download drawing driver economics economy ecology education electricity electronics email encryption energy engine
  engineering environment espresso ethics exam exhibition farming fashion ferry festival film finance fitness flight flights flooring
  flowers food football framework freezer fruit furniture furnace game games garden gas git glasses golang golf grammar graph gravity guitar
  hardware heating hiking history hobby holiday hosting hotel html http hydrogen immigration income inflation insulation insurance internet
  investment invoice ios java javascript jacket jogging json keyboard kitchen knitting kotlin kubernetes language laptop latency lawn lens
  lettuce library license linux literature loan logging logistics luggage machine mail maintenance map maps marathon material mathematics
  measurement meditation memory metal microphone microwave migration mineral mobile modem monitor mortgage motor mountain movie movies
  museum music navigation network news nodejs noise novel ocean office oil opera oven packaging paint painting pancake parking passport
  password pasta patent pension performance phone photo photography physics piano pizza planet plants plastic plumbing podcast poetry policy
  politics pollution postgres postgresql power printer privacy programming project protocol python queue radio railway rain react recipe
  recipes recycling redis refund regex regulation rent repair research restaurant review reviews robot router rowing rust salad savings
  scanner schedule school science screen script security server shelf ship shipping shoes shopping shuttle skiing sleep soap soccer software
  soil solar soup speaker spreadsheet sport sports sqlite statistics startup storage subscription subway sugar sustainability swimming
  tablet tariff tax taxes taxi tea technology telescope television temperature tennis tent terminal testing theatre thermostat ticket
  tickets tires toaster tools toothbrush tourism toys traffic train trains translation transport travel tutorial typescript umbrella
  university upgrade vegetables vehicle video videos vinegar visa vitamins volcano volleyball wallpaper warranty washing waste water weather
  webassembly website wifi wind windows wine wool workout writing yoga zoo
  best better cheap comparison cost difference easy fast guide install latest lightweight open price prices quality recommended reliable
  safe small source top used
  `
    .trim()
    .split(/\s+/),
);
