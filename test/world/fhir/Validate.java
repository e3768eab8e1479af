import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.UnknownCodeSystemWarningValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;
import org.hl7.fhir.r5.utils.validation.constants.BestPracticeWarningLevel;

/** HAPI's validator over every file of a folder: a line of JSON for each error, and one at the end with the count of files. */
public class Validate {
  public static void main(String[] args) throws Exception {
    FhirContext r4 = FhirContext.forR4();
    // SNOMED CT, RxNorm and CVX are not at hand: their codes are not judged.
    UnknownCodeSystemWarningValidationSupport unknown = new UnknownCodeSystemWarningValidationSupport(r4);
    ValidationSupportChain support = new ValidationSupportChain(
        new DefaultProfileValidationSupport(r4), new CommonCodeSystemsTerminologyService(r4),
        new InMemoryTerminologyServerValidationSupport(r4), new SnapshotGeneratingValidationSupport(r4), unknown);
    FhirInstanceValidator rules = new FhirInstanceValidator(support);
    rules.setBestPracticeWarningLevel(BestPracticeWarningLevel.Ignore);
    // Extensions of Medfleet: it publishes no definitions of them.
    rules.setAnyExtensionsAllowed(true);
    FhirValidator validator = r4.newValidator().registerValidatorModule(rules);
    Gson json = new Gson();
    int files = 0;
    try (var folder = Files.newDirectoryStream(Path.of(args[0]), "*.json")) {
      for (Path file : folder) {
        files++;
        for (var issue : validator.validateWithResult(Files.readString(file)).getMessages()) {
          if (issue.getSeverity().compareTo(ResultSeverityEnum.ERROR) < 0) continue;
          System.out.println(json.toJson(Map.of("file", file.getFileName().toString(),
              "at", issue.getLocationString() + "", "error", issue.getMessage())));
        }
      }
    }
    System.out.println(json.toJson(Map.of("files", files)));
  }
}
