/** Runs for single options, several files, standard input, saved statistics, tables of scores, and reports. */
import { CaseList } from './caseList.mjs';

const list = new CaseList();

/** A command line as one types it; words with spaces are joined by a tilde. */
function add(group, line, more = {}) {
  const { note = '', ...rest } = more;
  const args = line.split(' ').map((word) => word.replaceAll('~', ' '));
  list.add(args[0], group, `${line.slice(args[0].length + 1)}${note}`, args, rest);
}

const each = (group, lines, more) => {
  for (const line of lines.trim().split('\n')) add(group, line.trim(), more);
};

each(
  'shape',
  `
look shape-long.csv
look shape-long.csv --long id,class,p --truth truth
look shape-bare.csv
look shape-list.ndjson --json
look shape-weka.csv
score shape-long.csv
score shape-long.csv --long id,class,p --truth truth --json
score shape-long.csv --long id,class,p --truth flag --json
score shape-long.ndjson --long id,class,p --truth truth --json
score shape-long-bad.csv --long id,class,p --truth truth --json
score shape-long-bad.csv --long id,class,p --truth truth --on-error skip --json
score shape-bare.csv --json
score shape-bare.csv --header --json
score three.csv --no-header --json
score shape-list.csv --json
score shape-list.csv --classes c,b,a --json
score shape-list.ndjson --json
score shape-weka.csv --json
score shape-weka-predicted.csv --json
calibrate shape-long.csv --long id,class,p --truth truth --json
compare shape-long.csv shape-long.ndjson --long id,class,p --truth truth --bootstrap 50 --json
`,
);

each(
  'option',
  `
look three.csv
look three.csv --json
slices rich.csv --json
slices rich.csv --pairs --json
slices rich.csv
slices rich.csv --full
slices rich.csv --markdown
slices rich.ndjson --json
slices rich.parquet --json
slices rich.arrows --json
slices rich.csv --weights n --by amount --json
slices rich.csv --by nothing
slices rich.csv --by label
slices three.npy --labels three.u1.labels.npy
score rich.csv --by amount --json
score rich.csv --by amount
score rich.csv --require accuracy~>=~0.1 --require share~>=~90~% --json
score rich.csv --require rows~>=~1 --markdown
score rich.csv --require nothing
gate rich.csv --baseline rich.csv --json
gate rich.csv --baseline rich.csv --by amount --margin 0.1 --json
gate rich.csv --baseline rich.csv
gate rich.csv --baseline rich.csv --markdown
gate rich.csv --baseline rich.ndjson --id id --json
gate rich.csv --baseline three.csv
gate bad-several.csv --baseline rich.csv --by amount --margin 0.1 --on-error skip --json
gate bad-several.csv --baseline rich.csv --on-error skip
watch rich.csv --probs p_*
watch rich.csv --probs p_* --json
watch rich.csv --probs p_* --every 100 --window 50 --json
watch rich.csv --probs p_* --baseline t_*
watch rich.ndjson --probs p_* --prior a=0.5,b=0.25,c=0.25
watch rich.csv --probs p_* --prior test
watch bad-unknown.csv --probs p_* --on-error skip
watch bad-unknown.csv --probs p_*
look rich.parquet --json
look rich.ndjson --json
look one.csv --json
score three.csv
score two.csv
score one.csv --probs p_yes --positive yes
score one.csv --probs p_yes --positive no --json
score one.csv --probs p_yes
score two.csv --positive no --json
score three.csv --prior uniform --json
score three.csv --prior a=0.5,b=0.25,c=0.25 --json
score three.csv --prior train:rich.csv:label --json
score three.csv --prior train:rich.csv --json
score three.csv --prior train:rich.parquet:label --json
score three.csv --prior train:rich.ndjson.gz:label --json
score three.csv --prior train:rich.arrows:label --json
score three.csv --prior train:three.i8.labels.npy --json
score three.npy --labels three.u1.labels.npy --prior train:three.i8.labels.npy --json
score three.parquet --prior train:odd-hard.csv:label --json
score three.csv --prior train:rich.csv:id --json
score three.csv --prior train:bad-unknown.csv:label --json
score three.csv --prior train:bad-quote.csv:label --json
score three.csv --prior train:bad-null-class.parquet:label --json
score three.csv --prior train:odd-one-class.csv:label --json
score three.csv --prior train:missing.csv --json
score three.csv --cutoff mml:1000 --json
score three.csv --cutoff mml-binary:1000 --json
score odd-extremes.csv --cutoff epsilon:0.001 --json
score odd-extremes.csv --prior uniform --json
score odd-extremes.csv
score odd-extremes.csv --bootstrap 50 --interval percentile --json
score three.csv --bootstrap 50 --interval bca --json
score three.csv --bootstrap 50 --interval basic --threads 2 --json
score three.csv --bootstrap 50 --interval normal --seed 7 --json
score three.parquet --bootstrap 50 --threads 2 --json
score three.npy --labels three.u1.labels.npy --bootstrap 50 --json
score rich.csv --weights n --bootstrap 50 --json
score rich.csv --weights n
score rich.csv --weights n --true-probs t_* --json
score rich.csv --weights amount --no-ranking --json
score rich.csv --weights id --json
score rich.csv --weights nothing --json
score rich.csv --true-probs t_a,t_b,t_c --cutoff epsilon:0.01 --json
score rich.csv --true-probs t_*
score rich.csv --true-probs x_* --json
score three.npy --labels three.u1.labels.npy --true-probs t_* --json
score rich.csv --probs p_c,p_a,p_b --truth label --json
score rich.csv --probs t_* --json
score rich.csv --probs t_b --positive b --json
score rich.csv --truth id --json
score rich.csv --truth nothing
score rich.csv --probs q_*
score rich.csv --confidence 0.5 --json
score three.csv --memory 4K --json
score three.parquet --memory 4K --json
score rich.csv --weights n --memory 4K --json
score three.csv --no-ranking
score three.csv --json --quiet --threads 1
score three.npy --labels three.u1.labels.npy --json
score three.npy --labels three.u1.labels.npy --classes a,b --json
score three.npy --json
score one.npy --labels two.u1.labels.npy --positive 0 --json
score two.npy --labels odd-true-and-false.labels.npy --json
score odd-column.npy --labels one.u1.labels.npy --json
score odd-column.npy --labels one.u1.labels.npy --positive 0 --classes 0,1 --json
score odd-unusual.txt --truth who --json
score odd-unusual.txt --truth who --probs P(*) --json
score odd-names-with-commas.csv --prior "x,~y=0.25",q="b"=0.25,c=0.5 --json
score odd-names-with-commas.csv --prior uniform --rewards {out}/rewards.csv
score odd-many-bytes.csv --rewards {out}/rewards.csv
score three.csv --rewards {out}/nowhere/r.csv
score three.csv --save three.csv
score missing.csv
score nothing-*.csv
score .
calibrate three.csv
calibrate two.csv --positive no --json
calibrate three.csv --memory 4K --json
calibrate odd-rounded-2.csv --renormalize
calibrate three.csv --confidence 0.8 --bins 3 --json
recalibrate --fit rich.csv --apply rich-b.csv
recalibrate --fit rich.csv --apply rich-b.parquet --method platt --json
recalibrate --fit rich.arrow --apply rich-b.ndjson --method temperature --out {out}/c.csv
recalibrate --fit two.csv --apply two-b.csv --method isotonic --out {out}/c.csv --json
recalibrate --fit two.csv --apply three.csv --json
recalibrate --fit rich.csv --apply odd-other-order.csv --out {out}/c.csv --json
recalibrate --fit odd-extremes.csv --apply odd-extremes.csv --method temperature --json
recalibrate --fit rich.csv --apply rich-b.csv --memory 4K --json
recalibrate --fit rich.csv --apply rich-b.csv --method nothing
decide rich.csv
decide rich.csv --costs costs.csv --json
decide rich.csv --costs costs.json --json
decide rich.csv --costs costs-plain.csv --json
decide rich.csv --costs costs-few.csv --json
decide rich.csv --costs costs.csv --amounts n --json
decide rich.csv --costs costs.csv --amounts id --json
decide rich.csv --costs costs.csv --amounts nothing --json
decide two.csv --costs costs-two.csv
decide two.csv --costs 0,1;5,0 --cutoff epsilon:0.05 --confidence 0.5 --json
curves two.csv
curves two.csv --json
curves two.csv --positive no --csv
curves three.csv --positive c --points 10 --csv
curves three.csv --json
curves three.csv --positive x --json
curves three.csv --positive a --memory 4K --json
rules rich.csv --predicted said --classes a,b,c
rules rich.csv --predicted said --classes a,b --json
rules rich.csv --predicted said --classes c,b,a,z --json
rules rich.csv --predicted said --json
rules rich.csv --predict-set prior --prior uniform --json
rules rich.csv --predict-set prior --prior train:rich-b.csv:label --json
rules rich.csv --predict-set prior --prior a=0.2,b=0.3,c=0.5
rules rich.csv --predict-set above:0 --json
rules rich.csv --predict-set above:1 --json
rules rich.csv --predict-set top:0 --json
rules rich.csv --predict-set top:5 --json
rules rich.csv --predict-set best --json
rules odd-rounded-2.csv --predict-set top:1 --tolerance 0.02 --json
rules two.csv --predict-set top:1 --curve --json
rules two.csv --predict-set top:1 --curve
rules lists.arrow --predicted said --classes a,b,c --json
rules rich.ndjson --predicted said --classes a,b,c
rules three.npy --labels three.u1.labels.npy --classes a,b,c --predict-set prior --json
rules three.npy --predict-set top:1 --json
rules rich.csv --predicted label --classes a,b,c --json
rules rich.csv --predicted nothing --classes a,b,c
regress rich.csv --actual real --predicted guess
regress rich.csv --actual real --predicted guess --bootstrap 0 --json
regress rich.csv --actual real --predicted guess --training-mean 150 --bootstrap 50 --interval basic --json
regress rich.parquet --actual real --predicted guess --bootstrap 50 --interval normal --seed 4 --json
regress rich.csv --actual real --predicted real --bootstrap 50 --json
regress rich.csv --actual real --predicted label
regress rich.parquet --actual real --predicted label
regress rich.csv --actual n --predicted amount --confidence 0.8 --bootstrap 50 --json
regress rich.csv --json
regress three.npy --actual real --predicted guess
compare rich.csv rich-b.csv --bootstrap 60
compare rich.csv rich-b.csv turned.csv --bootstrap 60 --id id --names x,y,z --json
compare rich.csv turned.csv --bootstrap 60 --json
compare rich.parquet turned.ndjson --bootstrap 60 --id id --json
compare rich.ndjson turned.parquet --bootstrap 60 --id id --prior uniform --cutoff mml:500 --json
compare rich.arrow rich-b.csv.gz --bootstrap 60 --interval bca --seed 2 --json
compare two.csv two-b.parquet --bootstrap 60 --positive no --json
compare rich.csv part-1.csv --bootstrap 60 --json
compare rich.csv part-1.csv --bootstrap 60 --id id --json
compare rich.csv rich-b.csv --id nothing --json
compare rich.csv rich-b.csv --id label --json
compare rich.csv odd-other-order.csv --bootstrap 60 --json
compare rich.csv odd-extremes.csv --bootstrap 60 --json
compare rich.csv --bootstrap 60 --json
compare rich.csv three.npy --bootstrap 60 --json
compare rich.csv rich-b.csv --bootstrap 60 --threads 1 --confidence 0.8 --json
compare bad-several.csv rich-b.csv --bootstrap 60 --on-error skip --json
compare bad-several.csv bad-sum.parquet rich-b.csv --bootstrap 60 --on-error skip --id id --threads 1 --json
compare bad-several.csv rich-b.csv --bootstrap 60 --on-error skip
compare bad-several.csv rich-b.csv --bootstrap 60 --on-error skip --markdown
compare - rich-b.csv --on-error skip
priors rich.csv rich-b.csv
priors two.csv two-b.csv --class no --json
priors two.csv two-b.parquet --points 5 --confidence 0.5 --json
priors six.csv six-b.ndjson --class z --points 5 --json
priors rich.csv turned.csv --points 5 --json
priors rich.csv part-1.csv --points 5 --json
priors rich.csv rich.csv --points 5 --json
priors bad-several.csv rich-b.csv --points 5 --on-error skip --json
priors bad-several.csv rich-b.csv --points 5 --on-error skip
priors saved-two.json two-b.csv --points 5 --json
priors saved-part-1.json saved-part-2.json --points 5
test mcnemar rich.csv rich-b.csv
test delong rich.csv rich-b.csv --json
test delong two.csv two-b.csv
test bet rich.csv rich-b.csv
test bet rich.csv odd-extremes.csv --json
test mcnemar rich.csv turned.csv --json
test mcnemar rich.csv part-1.csv --json
test mcnemar bad-several.csv rich-b.csv --on-error skip --json
test delong bad-several.csv rich-b.csv --positive b --on-error skip
test mcnemar rich.csv --json
test mcnemar --counts 121,59 --json
test mcnemar --counts 121,59
test bet rich.parquet rich-b.arrows --confidence 0.8 --json
merge saved-two.json --json
merge saved-two.json
merge saved-part-1.json saved-part-2.json --json
merge saved-part-1.json saved-part-2.json --prior uniform --json
merge saved-part-1.json saved-part-2.json --prior train:rich.csv:label --confidence 0.8 --json
merge saved-part-1.json saved-part-2.json --prior train:rich.parquet:label --json
merge saved-part-1.json saved-two.json --json
merge saved-part-1.json saved-weighted.json --json
merge saved-weighted.json --prior a=0.2,b=0.3,c=0.5 --json
merge saved-before.json --json
merge saved-before.json --prior uniform
merge saved-result-three.csv saved-histograms-three.csv --prior a=0.5,b=0.3,c=0.2 --json
merge saved-result-three.csv saved-histograms-three.csv --full
merge saved-result-three.csv
merge saved-result-two.csv saved-histograms-two.csv --json
merge saved-histograms-two.csv
merge saved-result-two.csv saved-histograms-three.csv
merge not-saved.json
merge not-json.json
merge rich.csv
merge missing.json
interval --successes 750 --trials 1000 --json
interval --successes 750 --trials 1000 --confidence 0.8
interval --successes 0 --trials 10 --json
interval --successes 11 --trials 10 --json
`,
);

// Several files are one test set; a glob; columns in another order; formats side by side.
each(
  'several',
  `
score part-1.csv part-2.csv --json
score part-2.csv part-1.csv --json
score part-1.csv part-2.csv --json --rewards {out}/rewards.csv --threads 2
score part-1.csv part-2.csv --weights n --true-probs t_* --json
score part-1.csv part-2.csv --bootstrap 40 --json
score part-1.csv.gz part-2.csv --json
score part-1.ndjson part-2.ndjson --json
score part-1.parquet part-2.parquet --json --threads 2
score part-1.parquet part-2.arrow --json
score part-1.ndjson part-2.parquet --json --rewards {out}/rewards.csv
score part-1.arrow part-2.arrow --json --true-probs t_*
score part-1.csv part-2.parquet --json
score three.npy three-b.npy --labels three.u1.labels.npy --labels three.i8.labels.npy --json
score three.npy three-b.npy --labels three.u1.labels.npy --json
score three.npy part-1.csv --labels three.u1.labels.npy --json
score two.csv three.csv --json
score part-1.csv bad-text.csv --json
score bad-text.csv part-1.csv --on-error skip --json
score part-1.csv odd-header-only.csv --json
score part-1.csv odd-empty.csv --json
score odd-no-last-newline.csv part-2.csv --json
score large.csv large.csv large.csv --json
score large.parquet large.parquet --json --threads 2
score large.csv part-1.csv large.csv.gz --no-ranking --json --threads 2
calibrate part-1.csv part-2.csv --json
decide part-1.csv part-2.csv --costs costs.csv --amounts amount --json
decide part-1.parquet part-2.ndjson --costs costs.csv --amounts amount --json
curves part-1.csv part-2.csv --positive b --points 20 --json
rules part-1.csv part-2.parquet --predicted said --classes a,b,c --json
rules part-1.csv part-2.csv --predict-set top:1 --json
rules part-1.ndjson part-2.arrow --predict-set prior --json
regress part-1.csv part-2.ndjson --actual real --predicted guess --bootstrap 50 --json
regress part-1.parquet part-2.arrow --actual real --predicted guess --bootstrap 50 --json
`,
);
const parts = { needs: ['part-1.csv', 'part-2.csv'] };
add('glob', 'score part-?.csv --json', parts);
add('glob', 'score part-[12].csv --json --save {out}/s.json', parts);
add('glob', 'rules part-*.csv --predicted said --classes a,b,c --json', parts);
add('glob', 'regress part-?.csv --actual real --predicted guess --bootstrap 50 --json', parts);
add('glob', 'calibrate part-?.csv --json', parts);

// Standard input: a pipe, or a file.
for (const pipe of [true, false]) {
  const note = (input) => ({ input, pipe, note: ` < ${input}${pipe ? ' (pipe)' : ''}` });
  for (const input of [
    'rich.csv',
    'rich.csv.gz',
    'rich.ndjson',
    'rich.parquet',
    'rich.arrow',
    'rich.arrows',
    'odd-hard.csv',
    'odd-empty.csv',
    'bad-text.csv',
    'bad-cut.csv.gz',
  ]) {
    add('input', 'score - --json', note(input));
    if (pipe && !/hard|empty|cut/.test(input)) add('input', 'score - --on-error skip --rewards {out}/rewards.csv --json', note(input));
  }
  for (const input of pipe ? ['rich.csv', 'rich.parquet'] : ['rich.ndjson.gz', 'bad-few.csv']) {
    add('input', 'calibrate - --json', note(input));
    add('input', 'decide - --costs costs.csv --json', note(input));
    add('input', 'decide - --costs costs.csv --amounts amount --json', note(input));
    add('input', 'curves - --positive b --points 20 --csv', note(input));
    add('input', 'rules - --predicted said --classes a,b,c --json', note(input));
    add('input', 'rules - --predict-set prior --json', note(input));
    add('input', 'regress - --actual real --predicted guess --bootstrap 50 --json', note(input));
    add('input', 'compare - rich-b.csv --bootstrap 40 --json', note(input));
    add('input', 'compare turned.csv - --id id --bootstrap 40 --json', note(input));
    add('input', 'test mcnemar rich-b.csv - --json', note(input));
    add('input', 'priors - rich-b.csv --points 3 --json', note(input));
    add('input', 'recalibrate --fit - --apply rich-b.csv --json', note(input));
    add('input', 'score - --true-probs t_* --weights n --no-ranking --json', note(input));
    add('input', 'score rich.csv --prior train:-:label --no-ranking --json', note(input));
  }
  for (const input of ['large.csv', 'large.csv.gz', 'large.noted.csv', 'large.parquet', 'large-bad-quote.csv', 'large-bad-text.csv.gz', 'large.sorted.csv']) {
    add('input', 'score - --json --threads 2', note(input));
    if (pipe) add('input', 'score - --json --threads 1 --on-error skip --no-ranking', note(input));
  }
  add('input', 'score - --bootstrap 50 --no-ranking --json', note('large.csv'));
  add('input', 'test paired-t - --json', note('folds.csv'));
}

// Saved in parts by the build itself, then put together.
const savedBy = (files) => files.map((file, i) => ['score', file, '--quiet', '--save', `{out}/${i}.json`]);
for (const [files, more] of [
  [['rich.csv', 'rich-b.csv'], ''],
  [['rich.parquet', 'rich-b.ndjson', 'rich.arrow'], ' --prior uniform'],
  [['large.csv', 'large-b.parquet'], ''],
  [['large.csv', 'rich.csv'], ' --prior a=0.2,b=0.3,c=0.5'],
  [['part-1.csv', 'part-2.csv'], ''],
  [['odd-extremes.csv', 'rich.csv'], ' --confidence 0.8'],
])
  add('saved', `merge ${files.map((_, i) => `{out}/${i}.json`).join(' ')}${more} --json`, { before: savedBy(files), note: ` of ${files.join(' ')}` });
add('saved', 'priors {out}/0.json {out}/1.json --points 5 --json', { before: savedBy(['two.csv', 'two-b.parquet']) });

// Tables of scores.
each(
  'table',
  `
test paired-t folds.csv --json
test paired-t folds.csv
test paired-t folds.tsv --json
test paired-t folds.semicolon.csv --json
test paired-t folds.csv.gz --json
test paired-t folds-crlf-bom.csv --json
test paired-t folds-quoted.csv --json
test paired-t folds-comments.csv --json
test paired-t folds-newlines.csv --json
test paired-t folds-text.csv --json
test paired-t folds-few.csv --json
test paired-t folds-quote.csv --json
test paired-t folds-empty.csv --json
test paired-t folds-header.csv --json
test paired-t folds-same.csv --json
test paired-t folds-three.csv --json
test paired-t folds-three.csv --columns others,ours --alternative greater --json
test paired-t missing.csv
test paired-t rich.parquet
test corrected-t folds.csv --test-train-ratio 1/9 --json
test corrected-t folds.csv --test-train-ratio 1/9
test bayesian-t folds.csv --test-train-ratio 1/9 --rope 0.01 --json
test wilcoxon folds.csv --json
test wilcoxon folds.csv --ties rounding --alternative less --json
test friedman datasets.csv --json
test friedman datasets.csv --control lazy
test 5x2cv-t five-by-two.csv --json
test 5x2cv-f five-by-two.csv --json
test anova-rm repeated.csv --json
test anova-rm repeated.csv
test anova-rm repeated-missing.csv --json
test nothing folds.csv
`,
);

// Data to learn from.
each(
  'learn',
  `
learn j48 play.arff
learn j48 play.arff --json
learn zeror play.arff --plan loo --json --describe
learn naive-bayes,j48 play.arff --plan 5x2cv --cutoff mml --json --describe
learn 1r play.arff --plan holdout:1/3 --describe --json
learn foil play.arff --plan 5-fold --describe
learn j48 play.arff --test play-test.csv --describe --json
learn c4.5rules play.arff --plan 7-fold --out {out}/predictions.csv
learn j48,naive-bayes play.arff --plan 5x2cv --folds {out}/folds.csv
learn j48 play.arff --set laplace=true --markdown --describe --plan 7-fold
learn aode play.arff --class outlook --classes occurring --plan holdout:0.5x4 --json
learn j84 play.arff
learn j48 play.arff --class humidity
learn j48 play.arff --plan 100-fold
learn j48 play.arff --set pruned=maybe
learn j48 play-string.arff
learn j48 play-numeric.arff
learn j48 play-one.arff
`,
);

// Reports, charts, and the plain backend by its option.
each(
  'report',
  `
score three.csv --html {out}/report.html --svg {out}/charts --quiet
score two.parquet --html {out}/report.html --quiet
score rich.csv --weights n --html {out}/report.html --quiet
compare rich.csv rich-b.ndjson --bootstrap 40 --html {out}/report.html --svg {out}/charts
calibrate three.arrow --html {out}/report.html --svg {out}/charts
rules rich.csv --predicted said --classes a,b,c --html {out}/report.html
score bad-text.csv --html {out}/report.html --svg {out}/charts --quiet
score three.csv --backend plain --json
score large.csv --backend plain --threads 2 --no-ranking --json
rules rich.csv --predict-set top:2 --backend plain --json
calibrate rich.parquet --backend plain --json
compare rich.csv rich-b.csv --bootstrap 40 --backend plain --json
score three.csv --backend cuda
score large.csv --memory 64K --threads 2 --json
score large.parquet --memory 64K --threads 2 --json
calibrate large.csv --memory 64K --threads 2 --json
curves large.csv --positive b --memory 64K --points 20 --json
recalibrate --fit large.csv --apply large-b.parquet --memory 64K --json
score large.csv --weights n --memory 64K --no-ranking --json
score large.sorted.csv --prior uniform --json --threads 2
score large.npy --labels large.u1.labels.npy --classes a,b,c --bootstrap 20 --json
`,
);

export const otherCases = list.cases;
