"""What the standards FMI 2.0.4 and 3.0 ask of a modelDescription.xml for co-simulation.

violations(root, version) gives a line for each rule that a description breaks: names and order of elements, attributes
that a schema does not know or that are missing, causality with variability, initial and start, value references,
model structure.
"""

ORDER = {
    2: ["CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "VendorAnnotations",
        "ModelVariables", "ModelStructure"],
    3: ["CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables",
        "ModelStructure", "Annotations"],
}
# Required and optional attributes of the elements that are used.
ATTRIBUTES = {
    2: {
        "fmiModelDescription": ("fmiVersion modelName guid", "description author version copyright license "
                                "generationTool generationDateAndTime variableNamingConvention numberOfEventIndicators"),
        "CoSimulation": ("modelIdentifier", "needsExecutionTool canHandleVariableCommunicationStepSize "
                         "canInterpolateInputs maxOutputDerivativeOrder canRunAsynchronuously "
                         "canBeInstantiatedOnlyOncePerProcess canNotUseMemoryManagementFunctions canGetAndSetFMUstate "
                         "canSerializeFMUstate providesDirectionalDerivative"),
        "DefaultExperiment": ("", "startTime stopTime tolerance stepSize"),
        "ScalarVariable": ("name valueReference", "description causality variability initial "
                           "canHandleMultipleSetPerTimeInstant"),
        "Real": ("", "declaredType quantity unit displayUnit relativeQuantity min max nominal unbounded start derivative "
                 "reinit"),
        "Unknown": ("index", "dependencies dependenciesKind"),
        "ModelVariables": ("", ""), "ModelStructure": ("", ""), "Outputs": ("", ""), "InitialUnknowns": ("", ""),
    },
    3: {
        "fmiModelDescription": ("fmiVersion modelName instantiationToken", "description author version copyright license "
                                "generationTool generationDateAndTime variableNamingConvention"),
        "CoSimulation": ("modelIdentifier", "needsExecutionTool canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState "
                         "canSerializeFMUState providesDirectionalDerivatives providesAdjointDerivatives "
                         "providesPerElementDependencies canHandleVariableCommunicationStepSize fixedInternalStepSize "
                         "maxOutputDerivativeOrder recommendedIntermediateInputSmoothness "
                         "providesIntermediateUpdate mightReturnEarlyFromDoStep canReturnEarlyAfterIntermediateUpdate "
                         "hasEventMode providesEvaluateDiscreteStates"),
        "DefaultExperiment": ("", "startTime stopTime tolerance stepSize"),
        "Float64": ("name valueReference", "description causality variability canHandleMultipleSetPerTimeInstant "
                    "intermediateUpdate previous clocks declaredType initial quantity unit displayUnit relativeQuantity "
                    "unbounded min max nominal start derivative reinit"),
        "Output": ("valueReference", "dependencies dependenciesKind"),
        "InitialUnknown": ("valueReference", "dependencies dependenciesKind"),
        "ModelVariables": ("", ""), "ModelStructure": ("", ""),
    },
}
VARIABILITY = {"parameter": {"fixed", "tunable"}, "calculatedParameter": {"fixed", "tunable"},
               "input": {"discrete", "continuous"}, "output": {"constant", "discrete", "continuous"},
               "local": {"constant", "fixed", "tunable", "discrete", "continuous"}, "independent": {"continuous"}}


def check_attributes(root, version):
    for element in root.iter():
        if element.tag not in ATTRIBUTES[version]:
            yield f"element {element.tag} is not one that is known"
            continue
        required, optional = (set(part.split()) for part in ATTRIBUTES[version][element.tag])
        for name in required - set(element.keys()):
            yield f"{element.tag} has no {name}"
        for name in set(element.keys()) - required - optional:
            yield f"{element.tag} has an attribute {name} that the schema does not know"


def check_order(root, version):
    places = [ORDER[version].index(e.tag) for e in root if e.tag in ORDER[version]]
    if places != sorted(set(places)):
        yield "the elements of the description are in the wrong order, or there twice"
    for name in ("CoSimulation", "ModelVariables", "ModelStructure"):
        if root.find(name) is None:
            yield f"there is no {name}"


def check_variable(variable, start):
    name, causality = variable.get("name"), variable.get("causality", "local")
    initial = variable.get("initial")
    if variable.get("variability", "continuous") not in VARIABILITY.get(causality, set()):
        yield f"{name}: {causality} with variability {variable.get('variability')}"
    if causality in ("input", "independent") and initial is not None:
        yield f"{name}: {causality} has an initial"
    if causality == "parameter" and initial not in (None, "exact"):
        yield f"{name}: a parameter has initial {initial}"
    needs_start = causality in ("parameter", "input") or initial in ("exact", "approx")
    if needs_start and start is None:
        yield f"{name} has no start"
    if start is not None and (causality == "independent" or initial == "calculated"):
        yield f"{name} has a start that nobody may set"
    if any(ord(c) < 32 for c in name):
        yield f"{name!r} has characters that a flat name has not"


def check_variables(root, version):
    variables = list(root.find("ModelVariables"))
    names = [v.get("name") for v in variables]
    references = [v.get("valueReference") for v in variables]
    if len(set(names)) != len(names):
        yield "two variables have one name"
    if len(set(references)) != len(references):
        yield "two variables have one value reference"
    if sum(v.get("causality") == "independent" for v in variables) > 1:
        yield "there are two independent variables"
    if version == 3 and not any(v.get("causality") == "independent" for v in variables):
        yield "there is no independent variable"
    for variable in variables:
        value = variable if version == 3 else variable.find("Real")
        if value is None:
            yield f"{variable.get('name')} has no type"
            continue
        yield from check_variable(variable, value.get("start"))


def check_structure(root, version):
    variables, structure = list(root.find("ModelVariables")), root.find("ModelStructure")
    outputs = [i for i, v in enumerate(variables) if v.get("causality") == "output"]
    calculated = [i for i in outputs if variables[i].get("initial") in ("calculated", "approx")]
    if version == 2:
        parts = [[int(u.get("index")) - 1 for u in structure.find(part) or []] for part in ("Outputs", "InitialUnknowns")]
    else:
        place = {v.get("valueReference"): i for i, v in enumerate(variables)}
        parts = [[place.get(u.get("valueReference"), -1) for u in structure.findall(part)]
                 for part in ("Output", "InitialUnknown")]
    if parts[0] != outputs:
        yield "ModelStructure does not list the outputs, each once and in their order"
    if parts[1] != calculated:
        yield "ModelStructure does not list what is unknown at the start, each once and in order"


def violations(root, version):
    found = []
    if root.tag != "fmiModelDescription" or root.get("fmiVersion") != f"{version}.0":
        found.append("this is no description of that version")
    found += check_attributes(root, version)
    found += check_order(root, version)
    if not found:
        found += check_variables(root, version)
        found += check_structure(root, version)
    return found
