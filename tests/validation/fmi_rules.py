"""What the standards FMI 2.0.4 and 3.0 ask of a modelDescription.xml for co-simulation and model exchange.

violations(root, version) gives a line for each rule that a description breaks: names and order of elements, attributes
that a schema does not know or that are missing, causality with variability, initial and start, value references,
units, model structure.
"""

import re

ORDER = {
    2: ["ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "VendorAnnotations",
        "ModelVariables", "ModelStructure"],
    3: ["ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables",
        "ModelStructure", "Annotations"],
}
PARTS = {2: ["Outputs", "Derivatives", "DiscreteStates", "InitialUnknowns"],
         3: ["Output", "ContinuousStateDerivative", "ClockedState", "InitialUnknown", "EventIndicator"]}
# Required and optional attributes of the elements that are used.
UNITS = {"UnitDefinitions": ("", ""), "Unit": ("name", ""), "BaseUnit": ("", "kg m s A K mol cd rad factor offset")}
ATTRIBUTES = {
    2: {
        "fmiModelDescription": ("fmiVersion modelName guid", "description author version copyright license "
                                "generationTool generationDateAndTime variableNamingConvention numberOfEventIndicators"),
        "ModelExchange": ("modelIdentifier", "needsExecutionTool completedIntegratorStepNotNeeded "
                          "canBeInstantiatedOnlyOncePerProcess canNotUseMemoryManagementFunctions canGetAndSetFMUstate "
                          "canSerializeFMUstate providesDirectionalDerivative"),
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
        "Derivatives": ("", ""), **UNITS,
    },
    3: {
        "fmiModelDescription": ("fmiVersion modelName instantiationToken", "description author version copyright license "
                                "generationTool generationDateAndTime variableNamingConvention"),
        "ModelExchange": ("modelIdentifier", "needsExecutionTool canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState "
                          "canSerializeFMUState providesDirectionalDerivatives providesAdjointDerivatives "
                          "providesPerElementDependencies needsCompletedIntegratorStep providesEvaluateDiscreteStates"),
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
        "ContinuousStateDerivative": ("valueReference", "dependencies dependenciesKind"),
        "EventIndicator": ("valueReference", "dependencies dependenciesKind"),
        "ModelVariables": ("", ""), "ModelStructure": ("", ""), **UNITS,
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
    parts = [PARTS[version].index(e.tag) for e in root.find("ModelStructure") or [] if e.tag in PARTS[version]]
    if parts != sorted(parts) or (version == 2 and parts != sorted(set(parts))):
        yield "the elements of ModelStructure are in the wrong order, or there twice"
    for name in ("CoSimulation", "ModelVariables", "ModelStructure"):
        if root.find(name) is None:
            yield f"there is no {name}"


NUMBERS = {"start", "min", "max", "nominal", "startTime", "stopTime", "stepSize", "tolerance", "factor", "offset"}
COUNTS = {"valueReference", "index", "derivative", "numberOfEventIndicators"}
FLAGS = ("can", "needs", "provides", "relativeQuantity", "unbounded", "reinit")
LISTS = {2: ("UnitDefinitions", "ModelVariables", "Outputs", "Derivatives", "InitialUnknowns"),
         3: ("UnitDefinitions", "ModelVariables")}


def check_values(root, version):
    """Types of attributes, ranges, and lists that a schema does not allow to be empty."""
    for element in root.iter():
        for name, value in element.items():
            if name in NUMBERS and not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", value):
                yield f"{element.tag} has {name}={value}, which is no number"
            if name in COUNTS and not re.fullmatch(r"\d+", value):
                yield f"{element.tag} has {name}={value}, which is no count"
            if name.startswith(FLAGS) and value not in ("true", "false", "0", "1"):
                yield f"{element.tag} has {name}={value}, which is neither true nor false"
        start, low, high = (float(element.get(name, default)) for name, default in
                            (("start", "nan"), ("min", "-inf"), ("max", "inf")))
        if start < low or start > high or low > high:
            yield f"{element.get('name')} has a start outside of its range"
        if element.tag in LISTS[version] and len(element) == 0:
            yield f"{element.tag} is empty"


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
    units = [unit.get("name") for unit in root.find("UnitDefinitions") or []]
    if len(set(units)) != len(units):
        yield "two units have one name"
    for variable in variables:
        value = variable if version == 3 else variable.find("Real")
        if value is None:
            yield f"{variable.get('name')} has no type"
            continue
        yield from check_variable(variable, value.get("start"))
        if value.get("unit") is not None and value.get("unit") not in units:
            yield f"{variable.get('name')} has the unit {value.get('unit')}, which is not defined"


def places_of(root, version, part):
    """Of the variables that a part of the model structure lists."""
    structure = root.find("ModelStructure")
    if version == 2:
        return [int(unknown.get("index")) - 1 for unknown in structure.find(part) or []]
    place = {v.get("valueReference"): i for i, v in enumerate(root.find("ModelVariables"))}
    return [place.get(unknown.get("valueReference"), -1) for unknown in structure.findall(part)]


def states_by_derivative(root, version):
    """The places of derivatives, and of the state of each."""
    variables = list(root.find("ModelVariables"))
    place = {v.get("valueReference"): i for i, v in enumerate(variables)}
    states = {}
    for i, variable in enumerate(variables):
        of = (variable if version == 3 else variable.find("Real")).get("derivative")
        if of is not None:
            states[i] = int(of) - 1 if version == 2 else place.get(of, -1)
    return states


def check_structure(root, version):
    variables = list(root.find("ModelVariables"))
    outputs = [i for i, v in enumerate(variables) if v.get("causality") == "output"]
    calculated = {i for i, v in enumerate(variables) if v.get("initial") in ("calculated", "approx")}
    states = states_by_derivative(root, version)
    unknown = {i for i in [*outputs, *states, *states.values()] if i in calculated}
    listed = {part: places_of(root, version, part) for part in PARTS[version]}
    initial = listed["InitialUnknowns" if version == 2 else "InitialUnknown"]
    if initial != sorted(initial):
        yield "the unknowns at the start are not in the order of the variables"
    if listed[PARTS[version][0]] != outputs:
        yield "ModelStructure does not list the outputs, each once and in their order"
    if sorted(listed[PARTS[version][1]]) != sorted(states):
        yield "ModelStructure does not list the derivatives, each once"
    if sorted(listed["InitialUnknowns" if version == 2 else "InitialUnknown"]) != sorted(unknown):
        yield "ModelStructure does not list what is unknown at the start, each once"
    if not all(0 <= state < len(variables) for state in states.values()):
        yield "a derivative is that of no variable"
    if len(set(states.values())) != len(states):
        yield "two derivatives are those of one state"
    for state in states.values():
        value = variables[state] if version == 3 else variables[state].find("Real")
        if variables[state].get("causality") == "output" and value.get("reinit") != "true":
            yield f"{variables[state].get('name')} may jump at an event, and has no reinit"
    if version == 3 and -1 in listed["EventIndicator"]:
        yield "an event indicator is no variable"
    indicators = int(root.get("numberOfEventIndicators", 0)) if version == 2 else len(listed["EventIndicator"])
    if (states or indicators) and root.find("ModelExchange") is None:
        yield "there are states or event indicators without ModelExchange"


def violations(root, version):
    found = []
    if root.tag != "fmiModelDescription" or root.get("fmiVersion") != f"{version}.0":
        found.append("this is no description of that version")
    found += check_attributes(root, version)
    found += check_order(root, version)
    found += check_values(root, version)
    if not found:
        found += check_variables(root, version)
        found += check_structure(root, version)
    return found
