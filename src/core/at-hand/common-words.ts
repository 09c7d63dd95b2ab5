import { stem } from './terms.ts';

/**
 * Words that tell nothing of what a prompt is about: small words of English, what people say to an agent in every session, and
 * what every session is about.
 */
const common = `a an the this that these those it its is are was were be been being am do does did done doing has have had having
i me my we us our you your he him his she her they them their who whom whose which what when where why how whether
and or but nor not no yes if then else than so as at by for from in into of off on onto out over to too up upon with without within
about above after again against all also any anyone anything around away back because before behind below beside besides between both
can cannot could down during each either every everything ever few first further get gets getting got go goes going gone good great
here however instead just keep know known last later least less let like likely little look looks looking lot made make makes making
many may maybe might mine more most much must need needs needed never new next none nothing now okay ok old once one ones only other
others otherwise ought own part per perhaps please put quite rather really right same say says said see seem seems seen shall should
show shows shown side since some something still such sure take takes taken taking tell tells than thank thanks that think thing
things though through thus till together told took toward try trying tried turn two three under unless until use used uses using very want
wants wanted way well went whatever whenever while whole will would yet
add added adding allow answer ask asked asking begin call called calls change changed changes changing check checked checks choose clean
code come comes command commands commit commits committed complete completed continue continued correct create created current
currently decide decided delete different doc docs end error errors ensure exactly exist existing exists explain fail failed failing
fails feature file files find fine finish finished fix fixed fixes fixing follow following found full function functions give given
happen happened happens hard help hold idea implement implementation implemented include including inside issue issues
leave left line lines list long main matter mean means message method mind missing move moved name named note number
open order output over pass passed passes passing path place plan point possible pr problem proceed project prompt provide pull push pushed
question quick quickly ran read reading ready real reason remain remaining remember remove removed replace repo report request result results
return returns review run running runs save second section set sense session simple simply single small sort sound source start started state step
steps stop support supposed task tasks test tested testing tests text time times todo tool understand update updated value version wait
whats work worked working works write writing written wrong x y z
dont doesnt didnt isnt wasnt arent wont cant couldnt shouldnt wouldnt havent hasnt im ive id ill youre theyre lets thats theres hey hi hello
bit actually basically already always almost another bad best better case cases certain clear close common day days detail details
directly entire especially etc far feel following general guess high instead interesting isn kind large latest low make minor
moment multiple nice often original perfect pretty previous probably proper properly recent related specific sometimes somewhere soon
sorry suggest suggestion today tomorrow understood unsure useful usually various yeah yep
agent assistant build built chat claude codex compaction context conversation edit edited edits enough lint prompt session user users`;

let made: Set<string> | undefined;

/** True for a word, given without its ending, that tells nothing. */
export function isCommon(word: string): boolean {
  made ??= new Set(common.split(/\s+/).map(stem));
  return made.has(word);
}
