/**
 * Words for made-up people. Given and family names are combined at random, so whoever comes out is invented; the single
 * words are common ones of each language. `latin` spells a word for user names and e-mail addresses.
 */

/** A name as written, and in ASCII letters. */
export interface Word {
  readonly written: string;
  readonly latin: string;
}

export interface Locale {
  readonly code: string;
  /** How often it comes up, relative to the others. */
  readonly weight: number;
  readonly given: readonly Word[];
  readonly family: readonly Word[];
  readonly places: readonly Place[];
  /** Country code and the digits that follow it; # is any digit. Ranges set aside for fiction, or numbers that nobody can be given. */
  readonly phone: string;
}

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly zipcode: string;
  readonly street: string;
}

/** "Jürgen=juergen" is written Jürgen and spelt juergen; without "=" the ASCII form drops accents and marks. */
function words(list: string): Word[] {
  return list.split(',').map((entry) => {
    const [written = '', latin] = entry.trim().split('=');
    return { written, latin: latin ?? asciiLetters(written) };
  });
}

function asciiLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/ł/g, 'l')
    .replace(/ø/gi, 'o')
    .replace(/đ/gi, 'd')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

export const locales: readonly Locale[] = [
  {
    code: 'en',
    weight: 30,
    given: words(
      'Avery,Morgan,Riley,Quinn,Harper,Rowan,Casey,Jordan,Emma,Liam,Noah,Olivia,Ava,Ethan,Mason,Chloe,Grace,Hannah,Isaac,Julian,Kayla,Leah,Miles,Nora,Owen,Piper,Reese,Sadie,Theo,Violet,Wesley,Zoe,Alice,Beth,Caleb,Dana,Eli,Faye,Gwen,Holly',
    ),
    family: words(
      "Abbott,Barnes,Calloway,Donovan,Ellison,Fletcher,Garner,Holloway,Ives,Jennings,Kerrigan,Lockwood,Mercer,Norwood,O'Brien,O'Neill,Pemberton,Quigley,Radcliffe,Stanton,Thornton,Underhill,Vance,Whitaker,Yates,D'Arcy,Smith-Jones,MacKenzie,McAllister,St. John,Walker,Brooks,Hayes,Reed,Parker,Bennett,Foster,Graham,Hughes,Price",
    ),
    places: [
      { city: 'Portland', state: 'OR', country: 'US', zipcode: '97205', street: 'Alder Street' },
      { city: 'Columbus', state: 'OH', country: 'US', zipcode: '43215', street: 'Maple Avenue' },
      { city: 'Bristol', state: 'Bristol', country: 'GB', zipcode: 'BS1 4ST', street: 'Harbour Lane' },
      { city: 'Halifax', state: 'NS', country: 'CA', zipcode: 'B3H 1Y4', street: 'Citadel Road' },
    ],
    phone: '+1555555 01##',
  },
  {
    code: 'es',
    weight: 8,
    given: words(
      'Lucía,Mateo,Sofía,Íñigo,Begoña,José,María José,Ángel,Inés,Raúl,Noemí,Joaquín,Ximena,Tomás,Belén,Óscar',
    ),
    family: words(
      'García,Muñoz,Ibáñez,de la Cruz,Peña,Gutiérrez,del Río,Núñez,Ordóñez,Castaño,Vázquez,Márquez,Beltrán,Sepúlveda,López Serrano,Ruiz de Alarcón',
    ),
    places: [
      { city: 'Sevilla', state: 'Andalucía', country: 'ES', zipcode: '41001', street: 'Calle del Olivo' },
      { city: 'Guadalajara', state: 'Jalisco', country: 'MX', zipcode: '44100', street: 'Avenida de las Jacarandas' },
    ],
    phone: '+34600000###',
  },
  {
    code: 'de',
    weight: 7,
    given: words(
      'Jürgen=juergen,Käthe=kaethe,Anneliese,Götz=goetz,Lukas,Mia,Jonas,Leonie,Sören=soeren,Björn=bjoern,Frieda,Matthias,Ulrike,Til,Änne=aenne,Karl-Heinz',
    ),
    family: words(
      'Müller=mueller,Schäfer=schaefer,Weiß=weiss,Groß=gross,von der Heide,Böhm=boehm,Krüger=krueger,Zimmermann,Fuchs,zu Hohenfels,Möller=moeller,Lindenberg,Straßer=strasser,Vogt,Hübner=huebner,Bäcker=baecker',
    ),
    places: [
      { city: 'Köln', state: 'Nordrhein-Westfalen', country: 'DE', zipcode: '50667', street: 'Lindenstraße' },
      { city: 'Graz', state: 'Steiermark', country: 'AT', zipcode: '8010', street: 'Am Mühlgang' },
    ],
    phone: '+493023125###',
  },
  {
    code: 'fr',
    weight: 6,
    given: words(
      'Zoé,Chloé,François,Hélène,Anaïs,Loïc,Gaëlle,Benoît,Cécile,Jérôme,Noël,Maëlys,Jean-Luc,Marie-Ève,Théo,Agnès',
    ),
    family: words(
      "Lefèvre,Dubois,d'Estrées,L'Hermite,Béranger,Château,Desprès,Fournier,Gauthier,de La Tour,Marchand,Noël,Peltier,Rousseau,Saint-Clair,Thévenet",
    ),
    places: [
      { city: 'Orléans', state: 'Centre-Val de Loire', country: 'FR', zipcode: '45000', street: 'rue des Érables' },
      { city: 'Québec', state: 'QC', country: 'CA', zipcode: 'G1R 4P5', street: 'rue Saint-Amable' },
    ],
    phone: '+33199000###',
  },
  {
    code: 'pl',
    weight: 4,
    given: words(
      'Łukasz=lukasz,Michał=michal,Zofia,Małgorzata=malgorzata,Wojciech,Agnieszka,Paweł=pawel,Żaneta=zaneta,Grzegorz,Świętosława=swietoslawa',
    ),
    family: words(
      'Wójcik,Kowalczyk,Dąbrowska,Zając,Łęcki=lecki,Szczęsny,Brzęczyszczykiewicz,Gołębiewska=golebiewska,Żółć=zolc,Pietrzak,Krzyżanowski',
    ),
    places: [{ city: 'Łódź', state: 'łódzkie', country: 'PL', zipcode: '90-001', street: 'ulica Źródlana' }],
    phone: '+48500000###',
  },
  {
    code: 'tr',
    weight: 3,
    given: words(
      'İpek=ipek,Çağla=cagla,Ömer=omer,Gülşen=gulsen,Işıl=isil,Barış=baris,Ebru,Uğur=ugur,Şule=sule,Kağan=kagan',
    ),
    family: words(
      'Yıldız=yildiz,Öztürk=ozturk,Çelik=celik,Aydın=aydin,Şahin=sahin,Güneş=gunes,Karaağaç=karaagac,Demirtaş=demirtas,Koç=koc,Ünal=unal',
    ),
    places: [{ city: 'İzmir', state: 'İzmir', country: 'TR', zipcode: '35220', street: 'Çınar Sokağı' }],
    phone: '+905000000###',
  },
  {
    code: 'is',
    weight: 2,
    given: words(
      'Þórunn=thorunn,Ægir=aegir,Guðrún=gudrun,Björk,Óðinn=odinn,Sigríður=sigridur,Jökull=jokull,Eyþór=eythor',
    ),
    family: words(
      'Jónsdóttir=jonsdottir,Þorvaldsson=thorvaldsson,Ólafsdóttir=olafsdottir,Gunnarsson,Ásgeirsdóttir=asgeirsdottir,Hallgrímsson=hallgrimsson,Bjarkadóttir=bjarkadottir',
    ),
    places: [{ city: 'Reykjavík', state: 'Höfuðborgarsvæðið', country: 'IS', zipcode: '101', street: 'Birkigata' }],
    phone: '+3548000###',
  },
  {
    code: 'vi',
    weight: 4,
    given: words('Thị Hương,Văn Đức,Minh Anh,Thùy Linh,Quốc Bảo,Ngọc Ánh,Hữu Phước,Mỹ Duyên,Đăng Khoa,Tuyết Mai'),
    family: words('Nguyễn,Trần,Lê,Phạm,Hoàng,Huỳnh,Võ,Đặng,Bùi,Đỗ'),
    places: [{ city: 'Đà Nẵng', state: 'Đà Nẵng', country: 'VN', zipcode: '50000', street: 'Đường Hoa Sữa' }],
    phone: '+84900000###',
  },
  {
    code: 'sv',
    weight: 4,
    given: words('Åsa,Göran,Märta,Östen,Linnéa,Elin,Håkan,Ebba,Søren,Bjørg,Øystein,Astrid'),
    family: words('Åkesson,Öberg,Sjögren,Lindström,Bergström,Nyström,Ødegård,Kjær=kjaer,Høeg,Ekelöf,Wallin,Ängström'),
    places: [
      { city: 'Malmö', state: 'Skåne', country: 'SE', zipcode: '211 20', street: 'Ängsgatan' },
      { city: 'Tromsø', state: 'Troms', country: 'NO', zipcode: '9008', street: 'Fjordveien' },
    ],
    phone: '+46317406##',
  },
  {
    code: 'pt',
    weight: 4,
    given: words('João,Inês,Luísa,Gonçalo,Conceição,Antônio,Thaís,Sebastião,Márcia,Vinícius'),
    family: words('da Silva,dos Santos,Gonçalves,Magalhães,Conceição,de Araújo,Falcão,Brandão,Simões,Guimarães'),
    places: [{ city: 'São Luís', state: 'MA', country: 'BR', zipcode: '65010-000', street: 'Rua das Mangueiras' }],
    phone: '+5511900000###',
  },
  {
    code: 'ru',
    weight: 5,
    given: words(
      'Анна=anna,Дмитрий=dmitry,Екатерина=ekaterina,Фёдор=fyodor,Юлия=yulia,Михаил=mikhail,Ольга=olga,Сергей=sergey,Ярослав=yaroslav,Надежда=nadezhda',
    ),
    family: words(
      'Соколова=sokolova,Лебедев=lebedev,Щербаков=shcherbakov,Ёлкина=yolkina,Журавлёв=zhuravlyov,Морозов=morozov,Белова=belova,Громов=gromov,Виноградова=vinogradova,Ильин=ilyin',
    ),
    places: [{ city: 'Алматы', state: 'Алматы', country: 'KZ', zipcode: '050000', street: 'улица Яблоневая' }],
    phone: '+77000000###',
  },
  {
    code: 'uk',
    weight: 3,
    given: words(
      'Оксана=oksana,Їжак=yizhak,Тарас=taras,Соломія=solomiia,Богдан=bohdan,Ганна=hanna,Остап=ostap,Мар’яна=mariana',
    ),
    family: words(
      'Шевченко=shevchenko,Ґудзь=gudz,Коваленко=kovalenko,Лисенко=lysenko,Мельник=melnyk,Бондаренко=bondarenko,Ярошенко=yaroshenko',
    ),
    places: [{ city: 'Чернівці', state: 'Чернівецька', country: 'UA', zipcode: '58000', street: 'вулиця Липова' }],
    phone: '+380500000###',
  },
  {
    code: 'el',
    weight: 3,
    given: words(
      'Ελένη=eleni,Γιώργος=giorgos,Αθηνά=athina,Νίκος=nikos,Ευαγγελία=evangelia,Θεόδωρος=theodoros,Χρήστος=christos,Ιωάννα=ioanna',
    ),
    family: words(
      'Παπαδοπούλου=papadopoulou,Κωνσταντίνου=konstantinou,Γεωργίου=georgiou,Οικονόμου=oikonomou,Δημητρίου=dimitriou,Αγγελόπουλος=angelopoulos',
    ),
    places: [
      { city: 'Θεσσαλονίκη', state: 'Κεντρική Μακεδονία', country: 'GR', zipcode: '546 21', street: 'Οδός Ελιάς' },
    ],
    phone: '+306900000###',
  },
  {
    code: 'ja',
    weight: 6,
    given: words(
      '花子=hanako,太郎=taro,さくら=sakura,翔太=shota,美咲=misaki,健一=kenichi,ゆい=yui,大輝=daiki,葵=aoi,蓮=ren,リサ=risa,直樹=naoki',
    ),
    family: words(
      '佐藤=sato,鈴木=suzuki,高橋=takahashi,田中=tanaka,渡辺=watanabe,山本=yamamoto,小林=kobayashi,髙島=takashima,齋藤=saito,林=hayashi,森=mori,五十嵐=igarashi',
    ),
    places: [{ city: '横浜市', state: '神奈川県', country: 'JP', zipcode: '231-0001', street: '桜通り' }],
    phone: '+819000000###',
  },
  {
    code: 'zh',
    weight: 6,
    given: words(
      '伟=wei,秀英=xiuying,娜=na,敏=min,静=jing,磊=lei,洋=yang,子涵=zihan,雨桐=yutong,浩然=haoran,欣怡=xinyi,建国=jianguo',
    ),
    family: words(
      '王=wang,李=li,张=zhang,刘=liu,陈=chen,楊=yeung,赵=zhao,黄=huang,周=zhou,吴=wu,欧阳=ouyang,司马=sima',
    ),
    places: [
      { city: '台北市', state: '台北市', country: 'TW', zipcode: '100', street: '梅花路' },
      { city: '杭州', state: '浙江', country: 'CN', zipcode: '310000', street: '柳浪街' },
    ],
    phone: '+886900000###',
  },
  {
    code: 'ko',
    weight: 4,
    given: words('민준=minjun,서연=seoyeon,지우=jiwoo,하은=haeun,도윤=doyun,수빈=subin,예준=yejun,유나=yuna'),
    family: words('김=kim,이=lee,박=park,최=choi,정=jung,강=kang,조=cho,남궁=namgung'),
    places: [{ city: '부산', state: '부산광역시', country: 'KR', zipcode: '48058', street: '벚꽃로' }],
    phone: '+821000000###',
  },
  {
    code: 'ar',
    weight: 4,
    given: words(
      'ليلى=layla,محمد=mohammed,فاطمة=fatima,يوسف=youssef,نور=nour,خالد=khaled,عبد الرحمن=abdulrahman,مريم=maryam',
    ),
    family: words(
      'الحسن=alhassan,العلي=alali,منصور=mansour,حداد=haddad,الخطيب=alkhatib,بن سعيد=binsaid,النجار=alnajjar,قاسم=qasim',
    ),
    places: [{ city: 'عمّان', state: 'العاصمة', country: 'JO', zipcode: '11118', street: 'شارع الزيتون' }],
    phone: '+962790000###',
  },
  {
    code: 'he',
    weight: 2,
    given: words('נועה=noa,איתן=eitan,תמר=tamar,יונתן=yonatan,שירה=shira,אורי=uri,מיכל=michal'),
    family: words('כהן=cohen,לוי=levi,מזרחי=mizrahi,בן דוד=bendavid,אברהם=avraham,גולן=golan'),
    places: [{ city: 'חיפה', state: 'חיפה', country: 'IL', zipcode: '3303141', street: 'רחוב השקד' }],
    phone: '+972500000###',
  },
  {
    code: 'hi',
    weight: 4,
    given: words('अनिका=anika,आरव=aarav,प्रिया=priya,रोहन=rohan,दीक्षा=diksha,विक्रम=vikram,श्रेया=shreya,कृष्ण=krishna'),
    family: words('शर्मा=sharma,पटेल=patel,वर्मा=verma,गुप्ता=gupta,मेहता=mehta,चतुर्वेदी=chaturvedi,राव=rao'),
    places: [{ city: 'जयपुर', state: 'राजस्थान', country: 'IN', zipcode: '302001', street: 'नीम मार्ग' }],
    phone: '+919000000###',
  },
  {
    code: 'th',
    weight: 2,
    given: words('สมชาย=somchai,มาลี=malee,นภัสสร=naphatsorn,ธนากร=thanakorn,พิมพ์ชนก=phimchanok'),
    family: words('ศรีสุวรรณ=srisuwan,วงศ์ใหญ่=wongyai,ทองดี=thongdee,แสงจันทร์=saengchan'),
    places: [{ city: 'เชียงใหม่', state: 'เชียงใหม่', country: 'TH', zipcode: '50200', street: 'ถนนลีลาวดี' }],
    phone: '+66800000###',
  },
];

/** Given names that break careless code: one and two letters, an initial, very long. */
export const unusualGivenNames: readonly Word[] = [
  ...words('Y,Bo,Li,J.,Æ=ae,O,Xi,Null,True'),
  { written: 'Wilhelmina Alexandrina Theodora Henrietta Josephine', latin: 'wilhelmina' },
  { written: 'Adaeze Oluwaseyi Chidimma Ifeoluwa Ngozichukwuka', latin: 'adaeze' },
];

export const unusualFamilyNames: readonly Word[] = [
  ...words("E,Ng,Ou,O'Brien,van 't Hoff,d'Arc-Lévesque,Test,Smith"),
  { written: 'Featherstonehaugh-Cholmondeley-Montgomery de Vere', latin: 'featherstonehaugh' },
  { written: 'Hubertusblöckelwolfschlegelsteinhausenbergerdorff', latin: 'hubertus' },
];

/** How people ask to be called. `{given}` is replaced. */
export const preferredNamePatterns: readonly string[] = [
  '{given}',
  '{given} 🦊',
  '"Captain" {given}',
  'DJ {given}',
  '{given} the Great',
  '✨{given}✨',
  'Dr. {given}',
  "{given} 'Sparks'",
];

export const nicknames: readonly string[] = [
  'Sparrow',
  'Nyx',
  'Pixel 🎮',
  'Captain Biscuit',
  'Moss',
  'Wren',
  'Комета',
  'ミミ',
  'Big Tuna 🐟',
  'The Baroness',
  '👩‍🚀 Stella',
  'Zé',
  '小雪',
  'Kit',
  'Ash',
  '“Doc”',
  'Ember <3',
  'Juniper & Co.',
];
