/**
 * Letters that normalisation does not take apart, each followed by what stands for it in a search.
 * Generated from the character names of Unicode 14.0.0 by generate-letters.py; not edited by hand.
 */
export const letterPairs =
  'æae ðd øo þth đd ħh ĸq łl ŋn œoe ŧt ƀb ƃb ƈc ƌd ƍd ƒf ƕhv ƙk ƚl ƛl ƞn ƣoi ƥp ƫt ƭt ƴy ƶz ƺz ƾ ƿw ǝe ' +
  'ǥg ȝy ȡd ȣou ȥz ȴl ȵn ȶt ȷj ȼc ȿs ɀz ɂ ɇe ɉj ɋq ɍr ɏy ɐa ɑa ɒa ɓb ɔo ɕc ɖd ɗd ɘe əe ɚe ɛe ɜe ɝe ɞe ' +
  'ɟj ɠg ɡg ɢg ɣg ɥh ɦh ɨi ɩi ɪi ɫl ɬl ɭl ɯm ɰm ɱm ɲn ɳn ɴn ɵo ɶoe ɷo ɸf ɹr ɺr ɻr ɼr ɽr ɾr ɿr ʀr ʁr ʂs ' +
  'ʃs ʄj ʆs ʇt ʈt ʉu ʊu ʋv ʌv ʍw ʎy ʏy ʐz ʑz ʒz ʓz ʔ ʖ ʗc ʙb ʚe ʛg ʜh ʝj ʞk ʟl ʠq ʡ ʢ ʮh ʯh ͳϡ ͻϲ ϙϟ ' +
  'ѽѡ ҋй ҏр ґг ғг ҕг җж ҙз қк ҝк ҟк ңн ҧп ҫс ҭт ұү ҳх ҷч ҹч ҿҽ ӄк ӆл ӈн ӊн ӎм ӏи өо ӷг ӻг ӽх ӿх ԑз ԓл ' +
  'ԡл ԣн ԥп ԧһ ԩн ԯл ՠա ֈյ ךכ םמ ןנ ףפ ץצ ةه ػك ؼك ؽي ؾي ؿي ىي ٮب ٯق ٱا ٲا ٳا ټت ٽت ځح ڂح څح ډد ڊد ڋد ' +
  'ڏد ڐد ڒر ړر ڔر ڕر ږر ڗر ڙر ښس ڛس ڜس ڝص ڞص ڟط ڠع ڡف ڢف ڣف ڥف ڧق ڨق کك ڪك ګك ڬك ڮك ڰگ ڲگ ڴگ ڵل ڶل ڷل ' +
  'ڸل ڹن ڼن ڽن ھه ڿچ ہه ۃه ۄو ۊو یي ۍي ێي ۏو ۑي ےي ەه ۮد ۯر ۺش ۻض ۼغ ۿه ݐب ݑب ݒب ݓب ݔب ݕب ݖب ݗح ݘح ݙد ' +
  'ݚد ݛر ݜس ݝع ݞع ݟع ݠف ݡف ݢك ݣك ݤك ݥم ݦم ݧن ݨن ݩن ݪل ݫر ݬر ݭس ݮح ݯح ݰس ݱر ݲح ݳا ݴا ݵي ݶي ݷي ݸو ݹو ݺي ' +
  'ݻي ݼح ݽس ݾس ݿك ࡰا ࡱا ࡲا ࡳا ࡴا ࡵا ࡶا ࡷا ࡸا ࡹا ࡺا ࡻا ࡼا ࡽا ࡾا ࡿا ࢀا ࢁا ࢂا ࢉن ࢊح ࢋط ࢌط ࢍك ࢠب ࢡب ࢢج ࢣط ' +
  'ࢤف ࢥق ࢦل ࢧم ࢨي ࢩي ࢪر ࢫو ࢮد ࢯص ࢰگ ࢲز ࢳع ࢴك ࢵق ࢶب ࢷپ ࢸت ࢹر ࢺي ࢾپ ࢿت ࣀٹ ࣁچ ࣂك ࣃغ ࣄࢼ ࣅج ࣆج ࣇل ჹგ ᴀa ᴁae ' +
  'ᴂae ᴃb ᴄc ᴅd ᴆd ᴇe ᴈe ᴉi ᴊj ᴋk ᴌl ᴍm ᴎn ᴏo ᴐo ᴑo ᴒo ᴓo ᴔoe ᴕou ᴖo ᴗo ᴘp ᴙr ᴚr ᴛt ᴜu ᴝu ᴟm ᴠv ᴡw ᴢz ' +
  'ᴣz ᵫue ᵬb ᵭd ᵮf ᵯm ᵰn ᵱp ᵲr ᵳr ᵴs ᵵt ᵶz ᵷg ᵹg ᵺth ᵻi ᵼi ᵽp ᵾu ᵿu ᶀb ᶁd ᶂf ᶃg ᶄk ᶅl ᶆm ᶇn ᶈp ᶉr ᶊs ' +
  'ᶋs ᶌv ᶍx ᶎz ᶏa ᶐa ᶑd ᶒe ᶓe ᶔe ᶕe ᶖi ᶗo ᶘs ᶙu ᶚz ẜs ẝs ẟd ỿy ↄc ⱡl ⱥa ⱦt ⱨh ⱪk ⱬz ⱱv ⱳw ⱴv ⱶh ⱷf ⱸe ' +
  'ⱹr ⱺo ⱻe ぁあ ぃい ぅう ぇえ ぉお っつ ゃや ゅゆ ょよ ゎわ ゕか ゖけ ァあ アあ ィい イい ゥう ウう ェえ エえ ォお オお カか キき クく ケけ コこ サさ シし スす ' +
  'セせ ソそ タた チち ッつ ツつ テて トと ナな ニに ヌぬ ネね ノの ハは ヒひ フふ ヘへ ホほ マま ミみ ムむ メめ モも ャや ヤや ュゆ ユゆ ョよ ヨよ ラら リり ルる レれ ' +
  'ロろ ヮわ ワわ ヰゐ ヱゑ ヲを ンん ヵか ヶけ ㇰく ㇱし ㇲす ㇳと ㇴぬ ㇵは ㇶひ ㇷふ ㇸへ ㇹほ ㇺむ ㇻら ㇼり ㇽる ㇾれ ㇿろ ꙅѕ ꙑы ꙕю ꙙѧ ꙝѩ ꙡц ꚋт ꜩtz ' +
  'ꜰf ꜱs ꜳaa ꜵao ꜷau ꜹav ꜻav ꜽay ꜿc ꝁk ꝃk ꝅk ꝇl ꝉl ꝋo ꝍo ꝏoo ꝑp ꝓp ꝕp ꝗq ꝙq ꝟv ꝡvy ꝥth ꝧth ꝫet ꝭis ꝸum ' +
  'ꝺd ꝼf ꝿg ꞁl ꞃr ꞅs ꞇt ꞌ ꞎl ꞑn ꞓc ꞔc ꞕh ꞗb ꞙf ꞛae ꞝoe ꞟue ꞡg ꞣk ꞥn ꞧr ꞩs ꞯq ꞵb ꞷo ꞹu ꟈd ꟊs ꟑg ꟶh ꟺm ' +
  'ꬰa ꬲe ꬳe ꬴe ꬶg ꬷl ꬸl ꬹl ꬺm ꬻn ꬼn ꬽo ꬾo ꬿo ꭀoe ꭁoe ꭂoe ꭅr ꭆr ꭉr ꭋr ꭌr ꭎu ꭏu ꭐui ꭑui ꭒu ꭓx ꭔx ꭕx ꭖx ' +
  'ꭗx ꭘx ꭙx ꭚy ꭢoe ꭣuo ꭤa ꭨr 𛀀え 𛄡𛀁 𛄢𛄟 𛅐ゐ 𛅑ゑ 𛅒を 𛅤ゐ 𛅥ゑ 𛅦を 𛅧ん 𝼁g 𝼂g 𝼃k 𝼄l 𝼆y 𝼇n 𝼈r 𝼉t 𝼋s 𝼌s 𝼍t 𝼎 𝼏c 𝼐k 𝼑l ' +
  '𝼓l 𝼔n 𝼕r 𝼖r 𝼘z 𝼚i 𝼛o 𝼝c 𝼞s ';
