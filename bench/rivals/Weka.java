import java.io.*;
import java.util.*;
import java.util.zip.GZIPInputStream;
import weka.classifiers.Classifier;
import weka.core.*;

/**
 * Weka's schemes on ARFF files, for bench/learners.mjs and for comparing estimates row by row. One line of standard input is one job, its parts separated by tabs; one line
 * of output answers it.
 *
 *   predict FILE MODE OUT SCHEME OPTIONS…    learns from the rows of a mode and writes the estimates of its test rows as big-endian doubles; answers with their number
 *   time FILE SPLITS SCHEME OPTIONS…         learns and predicts on both sides of so many splits; answers with the seconds and the rows that are right
 */
public class Weka {
  public static void main(String[] ignored) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    Map<String, Instances> read = new HashMap<>();
    for (String line; (line = in.readLine()) != null; ) {
      String[] parts = line.split("\t");
      Instances data = read.get(parts[1]);
      if (data == null) {
        data = load(parts[1]);
        read.clear();
        read.put(parts[1], data);
      }
      try {
        if (parts[0].equals("predict")) System.out.println(predict(data, parts));
        else System.out.println(time(data, parts));
      } catch (Throwable wrong) {
        System.out.println("failed\t" + wrong);
      }
      System.out.flush();
    }
  }

  static Instances load(String file) throws Exception {
    InputStream bytes = new FileInputStream(file);
    if (file.endsWith(".gz")) bytes = new GZIPInputStream(bytes);
    Instances data = new Instances(new BufferedReader(new InputStreamReader(bytes)));
    data.setClassIndex(data.numAttributes() - 1);
    data.deleteWithMissingClass();
    return data;
  }

  static Classifier scheme(String[] parts, int from) throws Exception {
    return Classifier.forName(parts[from], Arrays.copyOfRange(parts, from + 1, parts.length));
  }

  /** The rows of a data set for which a test says yes. */
  interface Rows {
    boolean take(int row);
  }

  static Instances rows(Instances data, Rows rows) {
    Instances some = new Instances(data, 0);
    for (int row = 0; row < data.numInstances(); row++) if (rows.take(row)) some.add(data.instance(row));
    return some;
  }

  static String predict(Instances data, String[] parts) throws Exception {
    boolean all = parts[2].equals("all");
    Classifier learner = scheme(parts, 4);
    learner.buildClassifier(rows(data, row -> all || row % 3 != 2));
    Instances test = rows(data, row -> all || row % 3 == 2);
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(parts[3])))) {
      for (int i = 0; i < test.numInstances(); i++) for (double estimate : learner.distributionForInstance(test.instance(i))) out.writeDouble(estimate);
    }
    return "done\t" + test.numInstances();
  }

  /** The side of a split that a row is on: the top bit of a product, as bench/learners.mjs has it. */
  static int side(int row, int split) {
    return (row + 1) * (0x9E3779B1 * (2 * split + 1)) >>> 31;
  }

  static String time(Instances data, String[] parts) throws Exception {
    int splits = Integer.parseInt(parts[2]), right = 0;
    double seconds = 0;
    for (int split = 0; split < splits; split++)
      for (int side = 0; side < 2; side++) {
        int s = split, own = side;
        Instances train = rows(data, row -> side(row, s) == own), test = rows(data, row -> side(row, s) != own);
        long start = System.nanoTime();
        Classifier learner = scheme(parts, 3);
        learner.buildClassifier(train);
        for (int i = 0; i < test.numInstances(); i++) {
          double[] estimates = learner.distributionForInstance(test.instance(i));
          if (Utils.maxIndex(estimates) == (int) test.instance(i).classValue()) right++;
        }
        seconds += (System.nanoTime() - start) / 1e9;
      }
    return "done\t" + seconds + "\t" + right;
  }
}
