// What the command loads when it first uses it. Reading a module takes a thread a thousandth of a second for every 30 kB, and most calls
// use less than half of what they import. So seldom used modules are parts of their own, which are required where a name of theirs is
// used, not where it is imported. They may do nothing when they are loaded but define what they export.

/** The modules of each such part, by their places. The first that fits counts. */
const LATER = {
  resampling: /dist\/core\/resampling\/|dist\/math\/log2Choose\.js$|dist\/tasks\/resample\//,
  resamplingTwin: /dist\/kernels\/plain\/(?:random|alias|binomial|binomialTables|resample)\.js$/,
  sets: /dist\/core\/rules\/|dist\/rules\/|dist\/tasks\/(?:ruleWarnings|rulesRows)\.js$|dist\/rows\/tables\/set(?:Blocks|Names)\.js$/,
  text: /dist\/rows\/csv\/(?!weka)|dist\/kernels\/(?:csvPlan|powersOfFive)\.js$/,
  textTwin: /dist\/kernels\/plain\/(?:number\.js$|read\/(?:csv|names)\.js$)|dist\/base\/signs\.js$/,
  rankTwin: /dist\/kernels\/plain\/rank\.js$/,
  unpackTwin: /dist\/kernels\/plain\/read\/unpack\w*\.js$/,
  zstd: /\/fzstd\//,
  // Rewards and products are of the measures, too.
  twin: /dist\/kernels\/plain(?:\.js$|\/(?!rewards\.js|product\.js))|dist\/kernels\/objectPlan\.js$/,
  ranking:
    /dist\/columns\/ranking\/(?!keptRows|dealtRows)|dist\/columns\/recalibration\/isotonic|dist\/columns\/calibration\/(?:binned|binFigures|binRoom|calibrator|decomposition|groupCalibration|cellTable|reliability|spiegelhalter|calibrationReport|detailsOf)|dist\/base\/giveBack\.js$|dist\/tasks\/score\/rankJob\.js$/,
  otherSinks: /dist\/tasks\/sinks\/(?:divergenceSink|textSink|gather|ruleSinks)\.js$|dist\/core\/measures\/klDivergence\.js$/,
  paired: /dist\/core\/statistics\/pairedStatistics\.js$/,
  saved:
    /dist\/core\/statistics\/statisticsJson\.js$|dist\/tasks\/score\/saved\.js$|dist\/tasks\/slices\/savedSlices\.js$|dist\/slices\/(?:sliceSums|slicePlan|rewardShape)\.js$/,
  given: /dist\/core\/(?:given|tallyWeighted|lemma1)\.js$/,
  otherTasks:
    /dist\/decisions\/|dist\/numeric\/|dist\/tasks\/(?:decideRows|regressRows|divergence|eachRow|nodeTasks|placeRows|walkRows)\.js$|dist\/math\/compensatedSum\.js$|dist\/columns\/wholeRows\.js$/,
  words: /dist\/terminal\/(?!visible|style|marks|suggestedCommand)|dist\/charts\/words\.js$/,
  flow: /dist\/run\/flowParts\.js$|dist\/rows\/bytes\/(?:flow|unpackedSize|notGzip)\.js$/,
  columns: /dist\/rows\/columns\.js$|dist\/rows\/understand\/(?!peek)|dist\/rows\/csv\/weka\.js$|dist\/base\/(?:starPattern|partMatcher)\.js$/,
  parquetOdd:
    /\/hyparquet\/src\/(?:assemble|datapage|delta|encoding|geoparquet|snappy|variant|wkb)\.js$|dist\/rows\/parquet\/parquet(?:Delta|Lists|NumberLists)\.js$/,
};

/** Modules that are loaded together anyway: each file of its own takes as long to find and open as 3 kB to read. What only some of their users need must not be among them. */
const TOGETHER = {
  commandLine:
    /dist\/cli\/(?:main|outputs\/\w+)\.js$|dist\/terminal\/(?:marks|visible|style|suggestedCommand)\.js$|dist\/base\/(?:quoted|urlPassword|version|reported|figures)\.js$|dist\/kernels\/wantOfMemory\.js$|\/commander\//,
  options: /dist\/cli\/(?:options|printOptions|progress|reportOptions|slices\/(?:sliceOptions|requireOptions))\.js$|dist\/gates\/requirement\.js$/,
  threadWork:
    /dist\/core\/(?!resampling|rules)|dist\/kernels\/|dist\/math\/exactSum\.js$|build\/wasmFile\.js$|assemblyscript\/loader|dist\/base\/(?:classes|checkedJson|options|places|csvCell|utf8)\.js$|dist\/rows\/(?:formats|openTables|unplaced|classOfLabel)\.js$|dist\/rows\/tables\/(?:blocks|listPlaces|textCodes|scaled|unknownClass|batch)\.js$|dist\/rows\/understand\/peek\.js$|dist\/run\/(?:claims|letMessagesIn|rowsLeft|rowWork)\.js$|dist\/tasks\/(?:work|sinks\/(?:sinks|countClasses)|score\/(?:concatenate|truthPrint|partScorer)|slices\/slicer)\.js$|dist\/columns\/(?:calibration\/(?:bucketSorter|sortStacks|miscalibration|modalEstimate)|ranking\/(?:keptRows|dealtRows))\.js$/,
  scoring:
    /dist\/run\/(?:crew|runRows)\.js$|dist\/tasks\/(?:nodeGround|sizes|rowCrew|predictions|training|understand\/(?:peekTable|usualEngine)|score\/(?:impossible|look|rankOnCrew|sampleRows|sortOnCrew|totals|scoreRows|scoreFiles|scoreJson))\.js$|dist\/evaluate\/(?:report|placesText)\.js$|dist\/slices\/worseSlice\.js$/,
};

/** Node's own modules for which the same holds. */
const NODE_LATER = ['child_process', 'os', 'tty', 'url', 'v8', 'zlib'];

/** Modules that an entry shares with others: a part that requires an entry would run it. */
const SHARED = { threads: /dist\/tasks\/threads\.js$|dist\/rows\/bytes\/(?:feederThread|statIf|threadError)\.js$/ };

/** How the output is split. */
export const codeSplitting = {
  groups: Object.entries({ ...LATER, ...SHARED, ...TOGETHER }).map(([name, places], i, { length }) => ({
    name,
    test: (id) => places.test(id.replaceAll('\\', '/')),
    priority: length - i,
  })),
  // What a part imports is not drawn into it.
  includeDependenciesRecursively: false,
};

const IMPORTED = new RegExp(
  String.raw`^\s*(?:const|let) (\w+) = (require\("(?:\./part\.(?:${Object.keys(LATER).join('|')})\.js|node:(?:${NODE_LATER.join('|')}))"\));$`,
  'gm',
);

/** Has the parts required where they are used. */
export const later = {
  name: 'later',
  renderChunk(code) {
    const names = [];
    let changed = code.replace(IMPORTED, (_, name, required) => {
      names.push(name);
      return `let ${name}Loaded;\nconst ${name} = () => (${name}Loaded ??= ${required});`;
    });
    for (const name of names) {
      changed = changed
        .replace(new RegExp(String.raw`\bnew ${name}\.(\w+)`, 'g'), `new (${name}().$1)`)
        .replace(new RegExp(String.raw`\b${name}\.`, 'g'), `${name}().`);
      if (new RegExp(String.raw`\b${name}\b(?!\(\)\.| = \(\) =>)`).test(changed)) throw new Error(`${name} is used other than by its names`);
    }
    return names.length > 0 ? { code: changed, map: null } : null;
  },
  generateBundle(_, output) {
    const chunks = Object.values(output).filter(({ type }) => type === 'chunk');
    const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
    for (const { fileName, imports } of chunks)
      for (const entry of entries)
        if (imports.includes(entry)) throw new Error(`${fileName} requires ${entry}, and would run it: name what they share in SHARED`);
  },
};
